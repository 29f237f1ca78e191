// A forgotten password: asks for the link that sets a new one.
import { createFileRoute } from '@tanstack/react-router';
import { AskLink } from '#app/features/auth/request-link-form.tsx';
import { Bare } from '#app/features/shell/auth-layout.tsx';
import { Left } from '#app/features/auth/signed-out-notice.tsx';
import { leaveOnEnter } from '#app/features/auth/mail-link.ts';

export const Route = createFileRoute('/auth/forgot-password')({
  staticData: { title: 'Forgot password' },
  beforeLoad: leaveOnEnter,
  component: ForgotPassword,
});

function ForgotPassword() {
  const { left } = Route.useRouteContext();
  return (
    <Bare title="Forgot password" line="A link to set a new one comes by mail.">
      <Left told={left} />
      <AskLink call="sendResetEmail" sent="If that address is known, a link is on its way. It works for one hour." />
    </Bare>
  );
}
