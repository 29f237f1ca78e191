// Sets a new password, opened by an emailed link.
import { useCallback, useState } from 'react';
import { ButtonLink } from '#app/ui/primitives/button.tsx';
import * as m from '#text/messages.js';
import { checkToken } from '#app/auth/mail-links.ts';
import { FailedToLoad } from '#app/features/shell/error-pages.tsx';
import { useRunOnce } from '#app/features/shell/use-run-once.ts';
import { AuthLayout } from '#app/features/shell/auth-layout.tsx';
import { ChoosePasswordForm } from './choose-password-form.tsx';
import type { MailLinkProps } from './mail-link.ts';
import { NoLink } from './no-link.tsx';
import { SignedOutNotice } from './signed-out-notice.tsx';

export function RecoverPasswordPage(props: MailLinkProps) {
  if (props.token !== '') return <CheckedLink {...props} />;
  return (
    <NoLink>
      <NewLink />
    </NoLink>
  );
}

function CheckedLink({ token, signedOut }: MailLinkProps) {
  const [stale, setStale] = useState(false);
  const { run, retry } = useRunOnce(
    `check:${token}`,
    useCallback(() => checkToken(token), [token]),
  );
  if (run.status === 'running') return <AuthLayout title={m.auth_new_password()}>{null}</AuthLayout>;
  if (run.status === 'failed')
    return (
      <AuthLayout title={m.auth_new_password()}>
        <FailedToLoad title={m.auth_link_not_loaded()} error={run.error} onRetry={retry} />
      </AuthLayout>
    );
  if (stale || run.value?.mode !== 'reset') return <ExpiredLink />;
  return (
    <AuthLayout title={m.auth_new_password()} line={m.auth_for_email({ email: run.value.email })}>
      <SignedOutNotice signedOut={signedOut} />
      <ChoosePasswordForm token={token} open={run.value} onStale={() => setStale(true)} />
    </AuthLayout>
  );
}

function ExpiredLink() {
  return (
    <AuthLayout title={m.auth_link_expired()} line={m.auth_recover_expired()}>
      <NewLink />
    </AuthLayout>
  );
}

function NewLink() {
  return (
    <div className="grid gap-2 px-4">
      <ButtonLink to="/auth/forgot-password" kind="lamp" wide>
        {m.auth_recover_new_link()}
      </ButtonLink>
      <ButtonLink to="/auth/login" wide>
        {m.auth_sign_in()}
      </ButtonLink>
    </div>
  );
}
