// The columns of Watch on a desk: alarms, organizations where there is room, and the newest backups.
import { lazy, type ReactNode, Suspense } from 'react';
import { useMedia } from '#app/ui/hooks/use-media.ts';

// Phones never load it.
const Organizations = lazy(() => import('./watch-organizations.tsx'));
const OnCall = lazy(() => import('./watch-on-call.tsx'));

/** One below the other on phones, with the numbers between; side by side on desks, each with its place from the start. */
export function WatchColumns(parts: { alarms: ReactNode; numbers: ReactNode; backups: ReactNode; now: number }) {
  const wide = useMedia('(min-width: 64rem)');
  const three = useMedia('(min-width: 90rem)');
  return (
    <div className="md:grid md:grid-cols-[1.2fr_1fr] md:items-start lg:grid-cols-3 md:*:min-w-0">
      <div>{parts.alarms}</div>
      {parts.numbers}
      {three && (
        <div>
          <Suspense>
            <Organizations now={parts.now} />
          </Suspense>
        </div>
      )}
      <div>
        {parts.backups}
        {wide && (
          <Suspense>
            <OnCall now={parts.now} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
