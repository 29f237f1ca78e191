// Decides on the home screen of a new installation between the first steps and Watch, alone or with the rest of them.
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useOpenAlarms } from '#app/features/alarms/alarm-queries.ts';
import type { Counts } from '#app/features/watch/glance-format.ts';
import { WatchPage } from '#app/features/watch/watch-page.tsx';
import { endFirstSteps, useFirstRunState, useMayStart } from './first-run-store.ts';
import { AlarmsLeft, StepsLeft } from './first-steps-card.tsx';
import { FirstSteps } from './first-steps.tsx';
import { useFirstSteps } from './use-first-steps.ts';

interface FirstRunGateProps {
  user: string;
  counts: Counts;
}

/** Watch alone for a person who may not make the first records. */
export default function FirstRunGate(props: FirstRunGateProps) {
  return useMayStart() ? <FirstRun {...props} /> : <WatchPage />;
}

/** The first steps, while no backup has ever arrived and nothing needs a person: Watch shows every open alarm. */
function FirstRun({ user, counts }: FirstRunGateProps) {
  const navigate = useNavigate();
  const state = useFirstRunState();
  const { held } = useOpenAlarms();
  const steps = useFirstSteps();
  const hasBackup = steps?.done.report === true;
  useEffect(() => {
    // The first steps were shown here: their end is shown too.
    if (hasBackup && endFirstSteps(user)) void navigate({ to: '/getting-started', search: { step: 'arrived' } });
  }, [hasBackup, user, navigate]);
  if (state === 'alarms') return <WatchPage firstSteps={<AlarmsLeft user={user} />} />;
  if (steps === null || hasBackup || (state !== null && state !== 'open')) return <WatchPage />;
  const untouched = counts.waiting + counts.unscheduled + counts.paused;
  const isNew = counts.total === untouched && counts.inactiveSystems === 0 && counts.inactive === 0;
  return isNew && held?.length === 0 ? (
    <FirstSteps />
  ) : (
    <WatchPage firstSteps={<StepsLeft user={user} steps={steps} />} />
  );
}
