// The query client of the app: how long answers stay fresh, how often a failed question is asked again.
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { Refused, isUnanswered } from './errors.ts';

/** How long an answer is not asked for again, ms. */
export const FRESH_MS = 30_000;
const MAX_RETRIES = 2;

let onUnauthorized: () => void = () => undefined;
/** Says what is done when the server answers 401 to a question: the session does it, in one place. */
export const whenUnauthorized = (run: () => void): void => {
  onUnauthorized = run;
};

/** Makes a query client with the app's habits. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof Refused && error.status === 401) onUnauthorized();
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'offlineFirst',
        staleTime: FRESH_MS,
        retry: (count, error) => count < MAX_RETRIES && isUnanswered(error),
        retryDelay: (count) => 500 * 2 ** count * (0.8 + Math.random() * 0.4),
        refetchOnWindowFocus: true,
      },
      // Acts are never paused by the library: what may wait goes through the outbox, the rest says at once that it failed.
      mutations: { networkMode: 'always', retry: false },
    },
  });

/** The app's one cache. */
export const queryClient = makeQueryClient();
