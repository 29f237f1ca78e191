// The columns of Watch on a desk: alarms, organizations, and the newest backups with the people on call.
import { lazy, type ReactNode, Suspense } from 'react';
import { useMedia } from '#app/ui/hooks/use-media.ts';

// Phones never load it.
const Organizations = lazy(() => import('./watch-organizations.tsx'));
const OnCall = lazy(() => import('./watch-on-call.tsx'));

interface WatchColumnsProps {
  alarms: ReactNode;
  numbers: ReactNode;
  backups: ReactNode;
  /** False while the alarms and the backups may still push down the part below them. */
  isSettled: boolean;
  now: number;
}

/**
 * One below the other on phones, with the numbers between; side by side on desks, each with its place from the start. Below
 * 1440 px the organizations stand under the alarms.
 */
export function WatchColumns({ alarms, numbers, backups, isSettled, now }: WatchColumnsProps) {
  const wide = useMedia('(min-width: 64rem)');
  const three = useMedia('(min-width: 90rem)');
  return (
    <div className="md:grid md:grid-cols-[1.2fr_1fr] md:items-start lg:grid-cols-3 md:*:min-w-0">
      <div className="lg:contents">
        <div className="lg:min-w-0">{alarms}</div>
        {numbers}
        {wide && (three || isSettled) && (
          <div className="lg:min-w-0">
            <Suspense>
              <Organizations now={now} />
            </Suspense>
          </div>
        )}
      </div>
      <div>
        {backups}
        {wide && isSettled && (
          <Suspense>
            <OnCall now={now} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
