// The sign-in page: password, passkey and single sign-on.
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { PasswordField, TextField } from '#app/ui/form/field.tsx';
import { RequestFields } from '#app/ui/form/request-fields.tsx';
import { useRequestForm } from '#app/ui/form/use-request-form.ts';
import { useLink } from '#app/ui/primitives/link.tsx';
import * as m from '#text/messages.js';
import { rememberedEmail } from '#app/device/remembered-email.ts';
import { afterSignIn } from '#app/push/onboarding.ts';
import { type Me, cachedSession } from '#app/auth/me.ts';
import { login } from '#app/auth/sign-in.ts';
import { AuthLayout } from '#app/features/shell/auth-layout.tsx';
import { loginErrors, missingFields } from './login-errors.ts';
import { SignOnButton } from './sign-on-button.tsx';
import { SessionEnded } from './session-ended.tsx';
import { Warning } from './signed-out-notice.tsx';
import { PasskeyButton } from './passkey-button.tsx';

/** Over http the browser takes no cookie of a server that is reached by https. */
function WrongScheme() {
  const url = cachedSession()?.secureUrl;
  if (!url || window.location.protocol !== 'http:') return null;
  return (
    <div className="px-4 pb-4">
      <Warning>{m.auth_open_https({ url })}</Warning>
    </div>
  );
}

interface LoginPageProps {
  /** The path to open after signing in. */
  from: string | undefined;
  /** Above the form: what just happened on this device. */
  notices?: ReactNode;
}

export function LoginPage({ from, notices }: LoginPageProps) {
  const router = useRouter();
  const Link = useLink();
  const provider = cachedSession()?.signOn;
  const enter = async ({ id }: Me) => router.history.replace(await afterSignIn(id, from));
  const form = useRequestForm({
    initial: { email: rememberedEmail(), password: '' },
    validate: missingFields,
    send: async ({ email, password }) => enter(await login({ email: email.trim(), password })),
    readErrors: loginErrors,
  });
  return (
    <AuthLayout line={m.auth_login_tagline()}>
      <SessionEnded from={from} />
      <WrongScheme />
      {notices}
      <RequestFields form={form}>
        <TextField
          {...form.field('email')}
          label={m.auth_email()}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          inputMode="email"
        />
        <PasswordField {...form.field('password')} label={m.auth_password()} name="password" />
        <div className="px-4 pt-1">
          <Button kind="lamp" type="submit" wide busy={form.isBusy}>
            {m.auth_sign_in()}
          </Button>
        </div>
      </RequestFields>
      <PasskeyButton onSignedIn={enter} />
      <div className="flex flex-wrap justify-between gap-x-6 px-4 pt-4">
        <Link to="/auth/forgot-password" className="inline-flex min-h-11 items-center underline">
          {m.auth_forgot()}
        </Link>
        {provider && (
          <SignOnButton from={from} look="link">
            {m.auth_provider_sign_in({ provider })}
          </SignOnButton>
        )}
      </div>
    </AuthLayout>
  );
}
