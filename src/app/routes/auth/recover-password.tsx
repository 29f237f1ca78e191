// A new password, by the link that came by mail.
import { createFileRoute } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { ButtonLink } from '#app/ui/primitives/button.tsx';
import { checkToken } from '#app/auth/mail-links.ts';
import { FailedToLoad } from '#app/features/shell/error-pages.tsx';
import { useRun } from '#app/features/shell/use-run-once.ts';
import { Bare } from '#app/features/shell/auth-layout.tsx';
import { ChoosePassword } from '#app/features/auth/choose-password.tsx';
import { Left } from '#app/features/auth/signed-out-notice.tsx';
import { leaveOnEnter, tokenIn } from '#app/features/auth/mail-link.ts';

export const Route = createFileRoute('/auth/recover-password')({
  staticData: { title: 'New password' },
  validateSearch: tokenIn,
  beforeLoad: leaveOnEnter,
  component: RecoverPassword,
});

function RecoverPassword() {
  const { token = '' } = Route.useSearch();
  const { left } = Route.useRouteContext();
  const [stale, setStale] = useState(false);
  const { run, again } = useRun(
    `check ${token}`,
    useCallback(() => checkToken(token), [token]),
  );
  if (run.at === 'running') return <Bare title="New password">{null}</Bare>;
  if (run.at === 'failed')
    return (
      <Bare title="New password">
        <FailedToLoad what="this link" error={run.error} onRetry={again} />
      </Bare>
    );
  if (stale || run.value?.mode !== 'reset') return <Stale />;
  return (
    <Bare title="New password" line={`For ${run.value.email}`}>
      <Left told={left} />
      <ChoosePassword token={token} open={run.value} onStale={() => setStale(true)} />
    </Bare>
  );
}

function Stale() {
  return (
    <Bare title="This link is over" line="It works once, and for one hour. Your password is as it was.">
      <div className="grid gap-2 px-4">
        <ButtonLink to="/auth/forgot-password" kind="lamp" wide>
          Ask for a new link
        </ButtonLink>
        <ButtonLink to="/auth/login" wide>
          Sign in
        </ButtonLink>
      </div>
    </Bare>
  );
}
