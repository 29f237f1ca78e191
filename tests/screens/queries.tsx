// Queries of the app in a test: their client around a hook, and the time that a failing one takes.
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '#app/api/query-client.ts';

/** Longer than all retries of a query, ms. */
export const RETRIES_MS = 30_000;

/** The wrapper of `renderHook` for hooks with queries. */
export const AppQueries = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
