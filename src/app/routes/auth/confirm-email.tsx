// The route auth/confirm-email, opened by an emailed link.
import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmailPage } from '#app/features/auth/confirm-email-page.tsx';
import { signOutOnEnter, tokenSearch } from '#app/features/auth/mail-link.ts';

export const Route = createFileRoute('/auth/confirm-email')({
  validateSearch: tokenSearch,
  beforeLoad: signOutOnEnter,
  component: ConfirmEmail,
});

function ConfirmEmail() {
  const { token = '' } = Route.useSearch();
  return <ConfirmEmailPage token={token} signedOut={Route.useRouteContext().signedOut} />;
}
