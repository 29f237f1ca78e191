// The route auth/recover-password, opened by an emailed link.
import { createFileRoute } from '@tanstack/react-router';
import { RecoverPasswordPage } from '#app/features/auth/recover-password-page.tsx';
import { signOutOnEnter, tokenSearch } from '#app/features/auth/mail-link.ts';

export const Route = createFileRoute('/auth/recover-password')({
  validateSearch: tokenSearch,
  beforeLoad: signOutOnEnter,
  component: RecoverPassword,
});

function RecoverPassword() {
  const { token = '' } = Route.useSearch();
  return <RecoverPasswordPage token={token} signedOut={Route.useRouteContext().signedOut} />;
}
