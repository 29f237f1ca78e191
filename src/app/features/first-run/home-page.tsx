// The home screen: Watch; in a small installation whose first steps are not done, what decides between both is loaded.
import { lazy, Suspense } from 'react';
import { useMe } from '#app/auth/me.ts';
import { getItem } from '#app/device/local-storage.ts';
import { useCounts } from '#app/features/alarms/alarm-queries.ts';
import { WatchPage } from '#app/features/watch/watch-page.tsx';

/** An installation with more systems is not new. */
const MOST = 5;

const FirstRunGate = lazy(() => import('./first-run-gate.tsx'));

/** Watch, or the first steps in its place. */
export function HomePage() {
  const me = useMe();
  const counts = useCounts().data;
  const isSmall = counts !== undefined && counts.total + counts.inactiveSystems <= MOST;
  const watch = <WatchPage />;
  if (me === null || !isSmall || getItem(`backwatch.first-steps.${me.id}`) === 'done') return watch;
  return (
    <Suspense fallback={watch}>
      <FirstRunGate user={me.id} counts={counts} watch={watch} />
    </Suspense>
  );
}
