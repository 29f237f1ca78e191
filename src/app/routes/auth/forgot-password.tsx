// A forgotten password: asks for the link that sets a new one.
import { createFileRoute } from '@tanstack/react-router';
import { AskLink } from './-ask-link.tsx';
import { Bare } from '../-bare.tsx';
import { Left } from './-left.tsx';
import { leaveOnEnter } from '../-mail-link.ts';

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
