// The query client of the app: how long answers stay fresh, and how often a failed query is retried.
import { type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isUnanswered } from './errors.ts';

/** Time for which an answer counts as fresh, ms. */
export const FRESH_MS = 30_000;
const MAX_RETRIES = 2;

let onUnauthorized: () => void = () => undefined;
/** Sets what happens when a query is answered 401. */
export const whenUnauthorized = (run: () => void): void => {
  onUnauthorized = run;
};

/**
 * Keeps the error of a query without data while it is fetched again. The library drops it at the start of the fetch, and
 * a screen would be blank until the answer.
 */
function keepErrors(cache: QueryCache): void {
  const errors = new WeakMap<Query, Error>();
  cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (action.type === 'error') errors.set(query, action.error);
    const { errorUpdateCount, dataUpdatedAt } = query.state;
    const error = action.type === 'fetch' && errorUpdateCount > 0 && dataUpdatedAt === 0 && errors.get(query);
    if (error) query.setState({ status: 'error', error });
  });
}

/** Makes a query client with the app's defaults. */
export function makeQueryClient(): QueryClient {
  const queryCache = new QueryCache({
    onError: (error: unknown) => {
      if (error instanceof ApiError && error.status === 401) onUnauthorized();
    },
  });
  keepErrors(queryCache);
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        networkMode: 'offlineFirst',
        staleTime: FRESH_MS,
        retry: (count, error) => count < MAX_RETRIES && isUnanswered(error),
        retryDelay: (count) => 500 * 2 ** count * (0.8 + Math.random() * 0.4),
        refetchOnWindowFocus: true,
      },
      // The library never pauses mutations: commands that may wait go through the outbox, others fail at once.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** The app's one cache. */
export const queryClient = makeQueryClient();
