// Records that this person opened an alarm, once it was on screen for a moment.
import { useEffect } from 'react';
import { api } from '#app/api/client.ts';
import { useLiveState } from '#app/realtime/freshness.ts';
import type { Alarm } from '#app/features/alarms/alarm-format.ts';

/** An alarm that is only passed by on the way to another one was not read, ms. */
const READ_MS = 2000;
const known = new Set<string>();

/** Without a connection nothing is recorded: the history says only what the server knows. */
export function useMarkRead({ id, resolvedAt, acknowledgedAt }: Alarm): void {
  const isLive = useLiveState() === 'enrolled';
  // After a hand-over the server records it once more.
  const key = `${id} ${acknowledgedAt}`;
  useEffect(() => {
    if (resolvedAt !== null || !isLive || known.has(key)) return undefined;
    const timer = setTimeout(() => {
      if (document.visibilityState !== 'visible') return;
      known.add(key);
      api.alarm.markRead({ id }).catch(() => known.delete(key));
    }, READ_MS);
    return () => clearTimeout(timer);
  }, [id, key, resolvedAt, isLive]);
}
