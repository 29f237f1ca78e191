// Decides on the home screen of a small installation between Watch and the first steps.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useCan } from '#app/auth/me.ts';
import { useOpenAlarms } from '#app/features/alarms/alarm-queries.ts';
import type { Counts } from '#app/features/watch/glance-format.ts';
import { recentQuery } from '#app/features/watch/watch-queries.ts';
import { setFirstRunState, useFirstRunState, useMayStart } from './first-run-store.ts';
import { FirstSteps } from './first-steps.tsx';

interface FirstRunGateProps {
  user: string;
  counts: Counts;
  watch: ReactNode;
}

/** The first steps, while no backup has ever arrived and nothing needs a person: Watch shows every open alarm. */
export default function FirstRunGate({ user, counts, watch }: FirstRunGateProps) {
  const navigate = useNavigate();
  const mayStart = useMayStart();
  const state = useFirstRunState();
  const { held } = useOpenAlarms();
  const recent = useQuery({ ...recentQuery, enabled: useCan('backup.read') && mayStart }).data;
  const hasBackup = recent?.some(({ backup }) => backup !== null) === true;
  useEffect(() => {
    if (!hasBackup || state === 'done') return;
    setFirstRunState(user, 'done');
    // The first steps were shown here: their end is shown too.
    if (state !== null) void navigate({ to: '/getting-started', search: { step: 'arrived' } });
  }, [hasBackup, state, user, navigate]);
  const untouched = counts.waiting + counts.unscheduled + counts.paused;
  const isNew = counts.total === untouched && counts.inactiveSystems === 0 && counts.inactive === 0;
  const isShown = mayStart && isNew && recent?.length === 0 && held?.length === 0;
  return isShown && state !== 'hidden' && state !== 'done' ? <FirstSteps /> : watch;
}
