// The first administrator: made once, with the token that the server printed at its first start.
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { PasswordField, TextField } from '#app/ui/form/field.tsx';
import { FormError, type FormFault } from '#app/ui/form/form-error.tsx';
import { MAX_PASSWORD, MIN_PASSWORD } from '#contract/password.ts';
import { ApiError } from '#app/api/errors.ts';
import { errorMessage } from '#app/api/error-messages.ts';
import { afterSignIn } from '#app/push/onboarding.ts';
import { setUp } from '#app/auth/sign-in.ts';
import { Bare } from '#app/features/shell/auth-layout.tsx';
import { tokenIn } from '#app/features/auth/mail-link.ts';

export const Route = createFileRoute('/auth/set-up')({
  staticData: { title: 'First administrator' },
  validateSearch: tokenIn,
  component: SetUp,
});

interface Draft {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
}

function faultsIn({ email, password }: Draft): FormFault[] {
  const faults: FormFault[] = [];
  if (!/^\S+@\S+\.\S+$/.test(email)) faults.push({ field: 'email', text: 'Type an email address.' });
  if (password.length < MIN_PASSWORD)
    faults.push({ field: 'password', text: `The password must have at least ${MIN_PASSWORD} characters.` });
  return faults;
}

function refusedFaults(error: unknown): FormFault[] {
  if (!(error instanceof ApiError)) return [{ text: errorMessage(error) }];
  if (error.code === 'E_SET_UP_DONE') return [{ text: 'There is an administrator already. Sign in instead.' }];
  if (error.code === 'E_TOKEN')
    return [{ text: 'This link is not valid any more. The server prints a new one at its start.' }];
  return error.details.length > 0 ? error.details.map((text) => ({ text })) : [{ text: errorMessage(error) }];
}

function SetUp() {
  const { token } = Route.useSearch();
  const router = useRouter();
  const [draft, setDraft] = useState<Draft>({ email: '', password: '', firstName: '', lastName: '' });
  const [faults, setFaults] = useState<FormFault[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const set = (key: keyof Draft) => (value: string) => setDraft((before) => ({ ...before, [key]: value }));
  const faultOf = (field: string) => faults.find((fault) => fault.field === field)?.text;
  const fail = (found: FormFault[]) => {
    setFaults(found);
    setAttempt((count) => count + 1);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = faultsIn(draft);
    if (found.length > 0 || busy) return fail(found);
    setBusy(true);
    try {
      const { id } = await setUp({ ...draft, email: draft.email.trim(), token: token ?? '' });
      router.history.replace(await afterSignIn(id, undefined));
    } catch (error) {
      fail(refusedFaults(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Bare low title="First administrator" line="Whoever signs in here may do everything, and lets the others in.">
      <FormError faults={faults} attempt={attempt} />
      {token === undefined && (
        <FormError
          faults={[{ text: 'The link lacks its token. Open the one that the server printed.' }]}
          attempt={0}
          title="Not the whole link"
        />
      )}
      <form onSubmit={(event) => void submit(event)} noValidate className="pt-3">
        <TextField
          id="firstName"
          label="First name"
          autoComplete="given-name"
          maxLength={100}
          value={draft.firstName}
          onChange={set('firstName')}
        />
        <TextField
          id="lastName"
          label="Last name"
          autoComplete="family-name"
          maxLength={100}
          value={draft.lastName}
          onChange={set('lastName')}
        />
        <TextField
          id="email"
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          inputMode="email"
          maxLength={254}
          value={draft.email}
          onChange={set('email')}
          error={faultOf('email')}
        />
        <PasswordField
          id="password"
          label="Password"
          autoComplete="new-password"
          maxLength={MAX_PASSWORD}
          hint={`At least ${MIN_PASSWORD} characters.`}
          value={draft.password}
          onChange={set('password')}
          error={faultOf('password')}
        />
        <div className="px-4">
          <Button kind="lamp" type="submit" wide busy={busy}>
            Make the administrator
          </Button>
        </div>
      </form>
    </Bare>
  );
}
