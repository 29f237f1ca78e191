// Sign in: only for those who are not signed in.
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { PasswordField, TextField } from '#app/ui/form/field.tsx';
import { useLink } from '#app/ui/primitives/link.tsx';
import { queryClient } from '#app/api/query-client.ts';
import { alreadyIn, isOwnPath } from '#app/auth/guard.ts';
import { afterSignIn } from '#app/push/onboarding.ts';
import { type Me, cachedSession } from '#app/auth/me.ts';
import { login } from '#app/auth/sign-in.ts';
import { Bare } from '#app/features/shell/auth-layout.tsx';
import { type LoginFaults, faultsOf, missingIn } from '#app/features/auth/login-errors.ts';
import { SignOnButton } from '#app/features/auth/sign-on-button.tsx';
import { PasskeyButton } from '#app/features/auth/passkey-button.tsx';

export const Route = createFileRoute('/auth/login')({
  staticData: { title: 'Sign in' },
  validateSearch: (search: Record<string, unknown>): { from?: string } =>
    typeof search['from'] === 'string' && isOwnPath(search['from']) ? { from: search['from'] } : {},
  beforeLoad: async () => {
    if ((await alreadyIn(queryClient)) !== null) throw redirect({ to: '/' });
  },
  component: Login,
});

function Login() {
  const { from } = Route.useSearch();
  const router = useRouter();
  const Link = useLink();
  const provider = cachedSession()?.signOn;
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [faults, setFaults] = useState<LoginFaults>({});
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
  }, [faults]);
  const enter = async ({ id }: Me) => router.history.replace(await afterSignIn(id, from));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const missing = missingIn(email, password);
    setFaults(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      await enter(await login({ email: email.trim(), password }));
    } catch (error) {
      setFaults(faultsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Bare title="Backwatch" line="Awake so you can sleep.">
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          inputMode="email"
          value={email}
          onChange={setEmail}
          error={faults.email}
        />
        <PasswordField
          label="Password"
          name="password"
          value={password}
          onChange={setPassword}
          error={faults.password}
        />
        <div className="px-4 pt-1">
          <Button kind="lamp" type="submit" wide busy={busy}>
            Sign in
          </Button>
        </div>
      </form>
      <PasskeyButton onIn={enter} />
      <div className="flex flex-wrap justify-between gap-x-6 px-4 pt-4">
        <Link to="/auth/forgot-password" className="inline-flex min-h-11 items-center underline">
          Forgot password
        </Link>
        {provider && (
          <SignOnButton from={from} look="link">
            Sign in with {provider}
          </SignOnButton>
        )}
      </div>
    </Bare>
  );
}
