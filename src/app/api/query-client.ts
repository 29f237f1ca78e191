// The query client of the app: how long answers stay fresh, and how often a failed query is retried.
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isUnanswered } from './errors.ts';

/** Time for which an answer counts as fresh, ms. */
export const FRESH_MS = 30_000;
const MAX_RETRIES = 2;

let onUnauthorized: () => void = () => undefined;
/** Sets what happens when a query is answered 401. */
export const whenUnauthorized = (run: () => void): void => {
  onUnauthorized = run;
};

/** Makes a query client with the app's defaults. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error: unknown, query) => {
        if (!(error instanceof ApiError)) return;
        if (error.status === 401) onUnauthorized();
        // Gone, or not for this person any more: the answer before it must not stay in sight.
        if (error.status === 403 || error.status === 404) query.setState({ data: undefined });
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'offlineFirst',
        staleTime: FRESH_MS,
        retry: (count, error) => count < MAX_RETRIES && isUnanswered(error),
        retryDelay: (count) => 500 * 2 ** count * (0.8 + Math.random() * 0.4),
        refetchOnWindowFocus: true,
        behavior: {
          // The library drops the error of a query without data when a fetch begins: a screen would be blank until the answer.
          onFetch: (_, query) => {
            const { data, error } = query.state;
            if (data === undefined && error) queueMicrotask(() => query.setState({ status: 'error', error }));
          },
        },
      },
      // The library never pauses mutations: commands that may wait go through the outbox, others fail at once.
      mutations: { networkMode: 'always', retry: false },
    },
  });

/** The app's one cache. */
export const queryClient = makeQueryClient();
