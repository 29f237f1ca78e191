// The sign-in page: password, passkey and single sign-on.
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { PasswordField, TextField } from '#app/ui/form/field.tsx';
import { useLink } from '#app/ui/primitives/link.tsx';
import * as m from '#text/messages.js';
import { afterSignIn } from '#app/push/onboarding.ts';
import { type Me, cachedSession } from '#app/auth/me.ts';
import { login } from '#app/auth/sign-in.ts';
import { AuthLayout } from '#app/features/shell/auth-layout.tsx';
import { type LoginErrors, loginErrors, missingFields } from './login-errors.ts';
import { SignOnButton } from './sign-on-button.tsx';
import { PasskeyButton } from './passkey-button.tsx';

/** `from` is the path to open after signing in. */
export function LoginPage({ from }: { from: string | undefined }) {
  const router = useRouter();
  const Link = useLink();
  const provider = cachedSession()?.signOn;
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<LoginErrors>({});
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
  }, [errors]);
  const enter = async ({ id }: Me) => router.history.replace(await afterSignIn(id, from));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const missing = missingFields(email, password);
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      await enter(await login({ email: email.trim(), password }));
    } catch (error) {
      setErrors(loginErrors(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <AuthLayout line={m.auth_login_tagline()}>
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={m.auth_email()}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          inputMode="email"
          value={email}
          onChange={setEmail}
          error={errors.email}
        />
        <PasswordField
          label={m.auth_password()}
          name="password"
          value={password}
          onChange={setPassword}
          error={errors.password}
        />
        <div className="px-4 pt-1">
          <Button kind="lamp" type="submit" wide busy={busy}>
            {m.auth_sign_in()}
          </Button>
        </div>
      </form>
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
