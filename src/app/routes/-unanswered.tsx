// What stands in the place of data that is not there: it is on its way, or it did not come.
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Refused } from '../api/refused.ts';
import { checkNow } from './-live-panel.tsx';
import { FailedToLoad } from './-states.tsx';

interface Asked {
  data: unknown;
  error: unknown;
  isError: boolean;
  fetchStatus: 'fetching' | 'paused' | 'idle';
}

/** Whether nothing is known, and nothing is on its way: refused, or asked while there was no connection. */
export const isSilent = ({ data, isError, fetchStatus }: Asked): boolean =>
  data === undefined && (isError || fetchStatus === 'paused');

/** In the place of `what`, which has no data yet. */
export function Unanswered({ what, query }: { what: string; query: Asked }) {
  if (!isSilent(query)) return <Skeleton />;
  return <FailedToLoad what={what} error={query.error ?? new Refused(0, 'E_OFFLINE')} onRetry={checkNow} />;
}
