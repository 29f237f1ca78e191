// Requests the link that sets a new password.
import * as m from '#text/messages.js';
import type { SignedOut } from '#app/auth/sign-out.ts';
import { AuthLayout } from '#app/features/shell/auth-layout.tsx';
import { RequestLinkForm } from './request-link-form.tsx';
import { SignedOutNotice } from './signed-out-notice.tsx';

export function ForgotPasswordPage({ signedOut }: { signedOut: SignedOut | null | undefined }) {
  return (
    <AuthLayout title={m.auth_forgot()} line={m.auth_forgot_line()}>
      <SignedOutNotice signedOut={signedOut} />
      <RequestLinkForm call="sendResetEmail" sentMessage={m.auth_forgot_sent()} />
    </AuthLayout>
  );
}
