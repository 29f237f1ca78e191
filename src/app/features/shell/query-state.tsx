// The states of a query without data: loading, slow, stopped, failed, not allowed.
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Empty } from '#app/ui/status/empty.tsx';
import { Skeleton } from '#app/ui/status/skeleton.tsx';
import { ApiError } from '#app/api/errors.ts';
import { stopWaiting, useSlowQuery } from '#app/api/slow-query.ts';
import { useMe } from '#app/auth/me.ts';
import { useLiveState } from '#app/realtime/freshness.ts';
import * as m from '#text/messages.js';
import { checkNow } from './live-panel.tsx';
import { FailedToLoad, NotForYou } from './error-pages.tsx';

interface QueryState {
  data: unknown;
  error: unknown;
  isError: boolean;
  isPending: boolean;
  fetchStatus: 'fetching' | 'paused' | 'idle';
  /** False: the user lacks the permission for it. */
  isEnabled?: boolean;
}

// Stopped by the user before any answer.
const isStopped = ({ isPending, fetchStatus, isEnabled }: Omit<QueryState, 'data'>): boolean =>
  isPending && fetchStatus === 'idle' && isEnabled !== false;

/** True if no answer is on its way: the query failed, was stopped, or waits for a connection. */
export const isHalted = (query: Omit<QueryState, 'data'>): boolean =>
  query.isError || query.fetchStatus === 'paused' || isStopped(query);

/** True if there is no data yet, and an answer is on its way. */
export const isLoading = (query: QueryState): boolean =>
  query.data === undefined && query.isEnabled !== false && !isHalted(query);

/** True if there is no data and no answer is on its way. */
export const isSilent = (query: QueryState): boolean => query.data === undefined && isHalted(query);

interface UnansweredProps {
  title: string;
  forbidden?: string;
  /** The look of its button: `quiet` beside another primary action. */
  retryKind?: 'lamp' | 'quiet';
  query: Omit<QueryState, 'data'>;
}

/**
 * Shows loading, error or "not allowed" instead of the data, with `title` for an error: "Could not load backups", and
 * `forbidden` for a permission that the person lacks: "You do not have permission to see backups".
 * Ignores the data: it may be placeholder data of another key.
 */
export function Unanswered({ title, forbidden, retryKind, query }: UnansweredProps) {
  const me = useMe();
  const seconds = useSlowQuery(query);
  if (me !== null && query.isEnabled === false) return <NotForYou title={forbidden} />;
  if (!isHalted(query)) return seconds === null ? <Skeleton /> : <Slow seconds={seconds} />;
  const reason = new ApiError(0, isStopped(query) ? 'E_ABORTED' : 'E_NETWORK');
  return <FailedToLoad title={title} error={query.error ?? reason} retryKind={retryKind} onRetry={checkNow} />;
}

/** Shows that a part of a page did not load, with a quiet button. Renders nothing otherwise. */
export function UnansweredPart({ title, query }: { title: string; query: QueryState }) {
  return isSilent(query) ? <Unanswered title={title} retryKind="quiet" query={query} /> : null;
}

function Slow({ seconds }: { seconds: number }) {
  const isConnected = useLiveState() === 'enrolled';
  return (
    <Empty
      art={<Icon name="clock" size={56} className="text-text2" />}
      title={m.shell_still_waiting({ count: seconds })}
      action={<Button onPress={stopWaiting}>{m.shell_stop_waiting()}</Button>}
    >
      {isConnected ? m.shell_slow_connected() : m.shell_slow_no_answer()}
    </Empty>
  );
}
