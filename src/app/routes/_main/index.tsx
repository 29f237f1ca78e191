// The home screen.
import { createFileRoute } from '@tanstack/react-router';
import { queryClient } from '#app/api/query-client.ts';
import { HomePage } from '#app/features/first-run/home-page.tsx';
import { prefetchWatch } from '#app/features/watch/watch-queries.ts';

export const Route = createFileRoute('/_main/')({
  staticData: { aside: 'none' },
  loader: () => prefetchWatch(queryClient),
  component: HomePage,
});
