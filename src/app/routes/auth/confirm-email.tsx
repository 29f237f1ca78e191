// An address is proven by the link that went to it; a person who was invited chooses a password with it.
import { createFileRoute } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { ButtonLink } from '#app/ui/primitives/button.tsx';
import { type OpenToken, checkToken, isStale, spendToken } from '#app/auth/mail-links.ts';
import type { SignedOut } from '#app/auth/sign-out.ts';
import { FailedToLoad } from '#app/features/shell/error-pages.tsx';
import { useRun } from '#app/features/shell/use-run-once.ts';
import { AskLink } from '#app/features/auth/request-link-form.tsx';
import { Bare } from '#app/features/shell/auth-layout.tsx';
import { ChoosePassword } from '#app/features/auth/choose-password.tsx';
import { Left } from '#app/features/auth/signed-out-notice.tsx';
import { leaveOnEnter, tokenIn } from '#app/features/auth/mail-link.ts';

export const Route = createFileRoute('/auth/confirm-email')({
  staticData: { title: 'Confirm email' },
  validateSearch: tokenIn,
  beforeLoad: leaveOnEnter,
  component: ConfirmEmail,
});

function ConfirmEmail() {
  const { token = '' } = Route.useSearch();
  const { left } = Route.useRouteContext();
  const [stale, setStale] = useState(false);
  const { run, again } = useRun(
    `check ${token}`,
    useCallback(() => checkToken(token), [token]),
  );
  if (run.at === 'running') return <Bare title="Confirming">{null}</Bare>;
  if (run.at === 'failed') return <Unanswered error={run.error} onAgain={again} />;
  const open = run.value;
  if (stale || open === null || open.mode === 'reset') return <Stale />;
  if (!open.asksPassword) return <Confirming token={token} open={open} left={left} />;
  return (
    <Bare title="Welcome" line={`Choose a password for ${open.email}`}>
      <Left told={left} />
      <ChoosePassword token={token} open={open} onStale={() => setStale(true)} />
    </Bare>
  );
}

interface ConfirmingProps {
  token: string;
  open: OpenToken;
  left: SignedOut | null | undefined;
}

function Confirming({ token, open, left }: ConfirmingProps) {
  const { mode, email } = open;
  const { run, again } = useRun(
    `use ${token}`,
    useCallback(() => spendToken({ mode, token }), [mode, token]),
  );
  if (run.at === 'running') return <Bare title="Confirming">{null}</Bare>;
  if (run.at === 'failed') return isStale(run.error) ? <Stale /> : <Unanswered error={run.error} onAgain={again} />;
  const line = mode === 'change' ? `From now on you sign in with ${email}` : email;
  return (
    <Bare title="Email confirmed" line={line}>
      <Left told={left} />
      <div className="px-4">
        <ButtonLink to="/auth/login" kind="lamp" wide>
          Sign in
        </ButtonLink>
      </div>
    </Bare>
  );
}

function Unanswered({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  return (
    <Bare title="Not confirmed yet">
      <FailedToLoad what="this link" error={error} onRetry={onAgain} />
    </Bare>
  );
}

function Stale() {
  return (
    <Bare
      title="This link is over"
      line="It works once, and for 24 hours. A change of your email begins anew under Account."
    >
      <AskLink
        call="checkEmail"
        sent="If that address waits to be confirmed, a link is on its way. It works for 24 hours."
      />
    </Bare>
  );
}
