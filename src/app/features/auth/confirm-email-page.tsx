// Confirms an email address, opened by an emailed link. An invited user also chooses a password here.
import { useCallback, useState } from 'react';
import { ButtonLink } from '#app/ui/primitives/button.tsx';
import * as m from '#text/messages.js';
import { type OpenToken, checkToken, isStale, spendToken } from '#app/auth/mail-links.ts';
import { FailedToLoad } from '#app/features/shell/error-pages.tsx';
import { useRunOnce } from '#app/features/shell/use-run-once.ts';
import { AuthLayout } from '#app/features/shell/auth-layout.tsx';
import { ChoosePasswordForm } from './choose-password-form.tsx';
import type { MailLinkProps } from './mail-link.ts';
import { NoLink } from './no-link.tsx';
import { RequestLinkForm } from './request-link-form.tsx';
import { SignedOutNotice } from './signed-out-notice.tsx';

export function ConfirmEmailPage(props: MailLinkProps) {
  if (props.token !== '') return <CheckedLink {...props} />;
  return (
    <NoLink>
      <RequestLinkForm call="checkEmail" sentMessage={m.auth_confirm_again()} />
    </NoLink>
  );
}

function CheckedLink({ token, signedOut }: MailLinkProps) {
  const [stale, setStale] = useState(false);
  const { run, retry } = useRunOnce(
    `check:${token}`,
    useCallback(() => checkToken(token), [token]),
  );
  if (run.status === 'running') return <AuthLayout title={m.auth_confirm_running()}>{null}</AuthLayout>;
  if (run.status === 'failed') return <ConfirmFailed error={run.error} onRetry={retry} />;
  const open = run.value;
  if (stale || open === null || open.mode === 'reset') return <ExpiredLink />;
  if (!open.asksPassword) return <Confirm token={token} open={open} signedOut={signedOut} />;
  return (
    <AuthLayout title={m.auth_welcome()} line={m.auth_choose_password_for({ email: open.email })}>
      <SignedOutNotice signedOut={signedOut} />
      <ChoosePasswordForm token={token} open={open} onStale={() => setStale(true)} />
    </AuthLayout>
  );
}

// Confirms without a question: opening the link is the consent.
function Confirm({ token, open, signedOut }: MailLinkProps & { open: OpenToken }) {
  const { mode, email } = open;
  const { run, retry } = useRunOnce(
    `use:${token}`,
    useCallback(() => spendToken({ mode, token }), [mode, token]),
  );
  if (run.status === 'running') return <AuthLayout title={m.auth_confirm_running()}>{null}</AuthLayout>;
  if (run.status === 'failed')
    return isStale(run.error) ? <ExpiredLink /> : <ConfirmFailed error={run.error} onRetry={retry} />;
  const line = mode === 'change' ? m.auth_confirm_changed({ email }) : email;
  return (
    <AuthLayout title={m.auth_confirm_done()} line={line}>
      <SignedOutNotice signedOut={signedOut} />
      <div className="px-4">
        <ButtonLink to="/auth/login" kind="lamp" wide>
          {m.auth_sign_in()}
        </ButtonLink>
      </div>
    </AuthLayout>
  );
}

function ConfirmFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <AuthLayout title={m.auth_confirm_failed()}>
      <FailedToLoad title={m.auth_link_not_loaded()} error={error} onRetry={onRetry} />
    </AuthLayout>
  );
}

function ExpiredLink() {
  return (
    <AuthLayout title={m.auth_link_expired()} line={m.auth_confirm_expired()}>
      <RequestLinkForm call="checkEmail" sentMessage={m.auth_confirm_again()} />
    </AuthLayout>
  );
}
