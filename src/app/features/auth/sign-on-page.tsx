// The return from the identity provider: signs in and opens the requested page, or shows why that failed.
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { ButtonLink } from '#app/ui/primitives/button.tsx';
import * as m from '#text/messages.js';
import { comeBack, wantedPath } from '#app/auth/sign-on.ts';
import { useRunOnce } from '#app/features/shell/use-run-once.ts';
import { AuthLayout } from '#app/features/shell/auth-layout.tsx';
import { SignOnButton } from './sign-on-button.tsx';
import { signOnError } from './sign-on-errors.ts';

/** Most sign-ins finish within this time, so that no message flashes up. */
const PROGRESS_DELAY_MS = 300;

/** `search` holds the parameters that the provider sent. */
export function SignOnPage({ search }: { search: Readonly<Record<string, unknown>> }) {
  const router = useRouter();
  const { run } = useRunOnce(
    'sign-on',
    useCallback(async () => router.history.replace(await comeBack(search)), [router, search]),
  );
  return run.status === 'failed' ? <SignOnFailed error={run.error} /> : <SigningOn />;
}

function SigningOn() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PROGRESS_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return <AuthLayout line={<span role="status">{shown && m.auth_callback_running()}</span>}>{null}</AuthLayout>;
}

function SignOnFailed({ error }: { error: unknown }) {
  const from = wantedPath();
  return (
    <AuthLayout title={m.auth_callback_failed()} line={<span role="alert">{signOnError(error)}</span>}>
      <div className="grid gap-2 px-4">
        <SignOnButton from={from} look="button">
          {m.actions_try_again()}
        </SignOnButton>
        <ButtonLink to={from === undefined ? '/auth/login' : `/auth/login?from=${encodeURIComponent(from)}`} wide>
          {m.auth_use_password()}
        </ButtonLink>
      </div>
    </AuthLayout>
  );
}
