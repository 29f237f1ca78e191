// The route auth/logout: opening it signs out.
import { createFileRoute, redirect } from '@tanstack/react-router';
import { queryClient } from '#app/api/query-client.ts';
import { guard } from '#app/auth/guard.ts';
import { SignOutPage } from '#app/features/auth/sign-out-page.tsx';

export const Route = createFileRoute('/auth/logout')({
  beforeLoad: async ({ cause, location }) => {
    // After the sign-out the page stays, so that its notices can be read.
    if (cause === 'stay') return;
    const verdict = await guard(queryClient, location.href);
    if (verdict.user === null) throw redirect({ to: '/auth/login' });
  },
  component: SignOutPage,
});
