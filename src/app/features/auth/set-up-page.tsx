// Creates the first administrator with the token that the server printed at its first start.
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { PasswordField, TextField } from '#app/ui/form/field.tsx';
import { FormErrorSummary, type FormError } from '#app/ui/form/form-error.tsx';
import { MAX_PASSWORD, MIN_PASSWORD } from '#contract/password.ts';
import * as m from '#text/messages.js';
import { errorMessage } from '#app/api/error-messages.ts';
import { ApiError } from '#app/api/errors.ts';
import { afterSignIn } from '#app/push/onboarding.ts';
import { setUp } from '#app/auth/sign-in.ts';
import { AuthLayout } from '#app/features/shell/auth-layout.tsx';

interface Draft {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
}

function validate({ email, password }: Draft): FormError[] {
  const errors: FormError[] = [];
  if (!/^\S+@\S+\.\S+$/.test(email)) errors.push({ field: 'email', text: m.auth_email_invalid() });
  if (password.length < MIN_PASSWORD)
    errors.push({ field: 'password', text: m.auth_password_short({ count: MIN_PASSWORD }) });
  return errors;
}

function serverErrors(error: unknown): FormError[] {
  if (!(error instanceof ApiError)) return [{ text: errorMessage(error) }];
  if (error.code === 'E_SET_UP_DONE') return [{ text: m.auth_set_up_done() }];
  if (error.code === 'E_TOKEN') return [{ text: m.auth_set_up_expired() }];
  return error.details.length > 0 ? error.details.map((text) => ({ text })) : [{ text: errorMessage(error) }];
}

/** `token` is undefined for an incomplete link. */
export function SetUpPage({ token }: { token: string | undefined }) {
  const router = useRouter();
  const [draft, setDraft] = useState<Draft>({ email: '', password: '', firstName: '', lastName: '' });
  const [errors, setErrors] = useState<FormError[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const set = (key: keyof Draft) => (value: string) => setDraft((before) => ({ ...before, [key]: value }));
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.text;
  const fail = (found: FormError[]) => {
    setErrors(found);
    setAttempt((count) => count + 1);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = validate(draft);
    if (found.length > 0 || busy) return fail(found);
    setBusy(true);
    try {
      const { id } = await setUp({ ...draft, email: draft.email.trim(), token: token ?? '' });
      router.history.replace(await afterSignIn(id, undefined));
    } catch (error) {
      fail(serverErrors(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <AuthLayout compact title={m.auth_set_up_title()} line={m.auth_set_up_line()}>
      <FormErrorSummary errors={errors} attempt={attempt} />
      {token === undefined && (
        <FormErrorSummary
          errors={[{ text: m.auth_set_up_incomplete() }]}
          attempt={0}
          title={m.auth_set_up_incomplete_title()}
        />
      )}
      <form onSubmit={(event) => void submit(event)} noValidate className="pt-3">
        <TextField
          id="firstName"
          label={m.auth_first_name()}
          autoComplete="given-name"
          maxLength={100}
          value={draft.firstName}
          onChange={set('firstName')}
        />
        <TextField
          id="lastName"
          label={m.auth_last_name()}
          autoComplete="family-name"
          maxLength={100}
          value={draft.lastName}
          onChange={set('lastName')}
        />
        <TextField
          id="email"
          label={m.auth_email()}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          inputMode="email"
          maxLength={254}
          value={draft.email}
          onChange={set('email')}
          error={errorOf('email')}
        />
        <PasswordField
          id="password"
          label={m.auth_password()}
          autoComplete="new-password"
          maxLength={MAX_PASSWORD}
          hint={m.auth_password_rule({ count: MIN_PASSWORD })}
          value={draft.password}
          onChange={set('password')}
          error={errorOf('password')}
        />
        <div className="px-4">
          <Button kind="lamp" type="submit" wide busy={busy}>
            {m.auth_set_up_create()}
          </Button>
        </div>
      </form>
    </AuthLayout>
  );
}
