// The home screen: Watch; in an installation whose first steps are not done, what decides between both is loaded.
import { lazy, Suspense } from 'react';
import { useMe } from '#app/auth/me.ts';
import { getItem } from '#app/device/local-storage.ts';
import { useCounts } from '#app/features/alarms/alarm-queries.ts';
import { WatchPage } from '#app/features/watch/watch-page.tsx';

/** An installation with more systems is not new, unless its first steps were begun here. */
const MOST = 5;

const FirstRunGate = lazy(() => import('./first-run-gate.tsx'));

/** Watch, or the first steps in its place. */
export function HomePage() {
  const me = useMe();
  const counts = useCounts().data;
  const state = me && getItem(`backwatch.first-steps.${me.id}`);
  if (me === null || !counts || state === 'done' || state === 'alarmsHidden') return <WatchPage />;
  if (state === null && counts.total + counts.inactiveSystems > MOST) return <WatchPage />;
  return (
    <Suspense fallback={<WatchPage />}>
      <FirstRunGate user={me.id} counts={counts} />
    </Suspense>
  );
}
