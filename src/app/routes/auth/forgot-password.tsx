// The route auth/forgot-password.
import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordPage } from '#app/features/auth/forgot-password-page.tsx';
import { signOutOnEnter } from '#app/features/auth/mail-link.ts';

export const Route = createFileRoute('/auth/forgot-password')({
  beforeLoad: signOutOnEnter,
  component: ForgotPassword,
});

function ForgotPassword() {
  return <ForgotPasswordPage signedOut={Route.useRouteContext().signedOut} />;
}
