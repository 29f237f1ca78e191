// The route auth/login: signed-in users go to Watch instead.
import { createFileRoute, redirect } from '@tanstack/react-router';
import { queryClient } from '#app/api/query-client.ts';
import { alreadyIn, isOwnPath } from '#app/auth/guard.ts';
import { LoginPage } from '#app/features/auth/login-page.tsx';

export const Route = createFileRoute('/auth/login')({
  validateSearch: (search: Record<string, unknown>): { from?: string } =>
    typeof search['from'] === 'string' && isOwnPath(search['from']) ? { from: search['from'] } : {},
  beforeLoad: async () => {
    if ((await alreadyIn(queryClient)) !== null) throw redirect({ to: '/' });
  },
  component: Login,
});

function Login() {
  return <LoginPage from={Route.useSearch().from} />;
}
