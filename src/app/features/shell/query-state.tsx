// What stands in the place of data that is not there: it is on its way, or it did not come.
import { Skeleton } from '#app/ui/status/skeleton.tsx';
import { ApiError } from '#app/api/errors.ts';
import { useMe } from '#app/auth/me.ts';
import { checkNow } from './live-panel.tsx';
import { FailedToLoad, NotForYou } from './error-pages.tsx';

interface Asked {
  data: unknown;
  error: unknown;
  isError: boolean;
  fetchStatus: 'fetching' | 'paused' | 'idle';
  /** False: this person may not ask it. */
  isEnabled?: boolean;
}

/** Whether no answer is on its way: refused, or asked while there was no connection. */
export const isHalted = ({ isError, fetchStatus }: Omit<Asked, 'data'>): boolean => isError || fetchStatus === 'paused';

/** Whether nothing is known, and nothing is on its way. */
export const isSilent = (query: Asked): boolean => query.data === undefined && isHalted(query);

/** In the place of `what`, of which there is nothing to show: what the query holds may answer another question. */
export function Unanswered({ what, query }: { what: string; query: Omit<Asked, 'data'> }) {
  const me = useMe();
  if (me !== null && query.isEnabled === false) return <NotForYou />;
  if (!isHalted(query)) return <Skeleton />;
  return <FailedToLoad what={what} error={query.error ?? new ApiError(0, 'E_NETWORK')} onRetry={checkNow} />;
}
