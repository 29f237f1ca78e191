// Queries of the app in a test: their client around a hook, who is signed in, and the time that a failing one takes.
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '#app/api/query-client.ts';
import { type Me, meQuery } from '#app/auth/me.ts';

/** Longer than all retries of a query, ms. */
export const RETRIES_MS = 30_000;

/** The wrapper of `renderHook` for hooks with queries. */
export const AppQueries = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

/** Signs a person in for the queries, by default one who sees all organizations; `permissions` by noun. */
export function signInAs(permissions: Record<string, readonly string[]>, more: Partial<Me> = {}): void {
  const user = { id: 'mia', permissions, allOrganizations: true, orgIds: [], ...more };
  queryClient.setQueryData(meQuery.queryKey, { user } as never);
}
