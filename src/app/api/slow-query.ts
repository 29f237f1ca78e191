// Queries without an answer for a long time: how long one waits, and how to stop waiting.
import { useEffect, useState } from 'react';
import { queryClient } from './query-client.ts';

/** A query counts as slow after this time, ms. */
export const SLOW_MS = 10_000;

/** Aborts every query that a screen shows and that has no answer yet. `refetchAll` starts them again. */
export const stopWaiting = (): void => void queryClient.cancelQueries({ type: 'active', fetchStatus: 'fetching' });

/**
 * Whole seconds since the fetch began, counted each second; null before 10 s and while nothing is fetched. The count
 * begins when the caller first shows the query.
 */
export function useSlowQuery({ fetchStatus }: { fetchStatus: 'fetching' | 'paused' | 'idle' }): number | null {
  const [seconds, setSeconds] = useState<number | null>(null);
  const isFetching = fetchStatus === 'fetching';
  useEffect(() => {
    if (!isFetching) return undefined;
    const startedAt = Date.now();
    const timer = setInterval(() => {
      const waited = Date.now() - startedAt;
      if (waited >= SLOW_MS) setSeconds(Math.floor(waited / 1000));
    }, 1000);
    return () => {
      clearInterval(timer);
      setSeconds(null);
    };
  }, [isFetching]);
  return seconds;
}
