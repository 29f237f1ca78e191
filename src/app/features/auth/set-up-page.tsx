// Creates the first administrator with the token that the server printed at its first start.
import { useRouter } from '@tanstack/react-router';
import { Button } from '#app/ui/primitives/button.tsx';
import { PasswordField, TextField } from '#app/ui/form/field.tsx';
import { FormErrorSummary } from '#app/ui/form/form-error.tsx';
import { RequestFields } from '#app/ui/form/request-fields.tsx';
import { type RequestErrors, useRequestForm } from '#app/ui/form/use-request-form.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from '#contract/password.ts';
import * as m from '#text/messages.js';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { ApiError } from '#app/api/errors.ts';
import { setUp } from '#app/auth/sign-in.ts';
import { AuthLayout } from '#app/features/shell/auth-layout.tsx';

const initial = { firstName: '', lastName: '', email: '', password: '' };
type Values = typeof initial;

const validate = ({ email, password }: Values): RequestErrors<Values> => ({
  ...(!/^\S+@\S+\.\S+$/.test(email.trim()) && { email: m.auth_email_invalid() }),
  ...(password.length < MIN_PASSWORD && { password: m.auth_password_short({ count: MIN_PASSWORD }) }),
});

function readErrors(error: unknown): RequestErrors<Values> {
  if (!(error instanceof ApiError)) return { form: errorMessage(error) };
  if (error.code === 'E_SET_UP_DONE') return { form: m.auth_set_up_done() };
  if (error.code === 'E_TOKEN') return { form: m.auth_set_up_expired() };
  return { form: errorMessage(error) };
}

/** `token` is undefined for an incomplete link. */
export function SetUpPage({ token }: { token: string | undefined }) {
  const router = useRouter();
  const form = useRequestForm({
    initial,
    validate,
    send: async (values) => {
      await setUp({ ...values, email: values.email.trim(), token: token ?? '' });
      // Alarms on this device come last: there is nothing to be alarmed of yet.
      router.history.replace('/');
    },
    readErrors,
  });
  return (
    <AuthLayout compact title={m.auth_set_up_title()} line={m.auth_set_up_line()}>
      {token === undefined && (
        <FormErrorSummary
          errors={[{ text: m.auth_set_up_incomplete() }]}
          attempt={0}
          title={m.auth_link_incomplete()}
        />
      )}
      <RequestFields form={form}>
        <TextField {...form.field('firstName')} label={m.auth_first_name()} autoComplete="given-name" maxLength={100} />
        <TextField {...form.field('lastName')} label={m.auth_last_name()} autoComplete="family-name" maxLength={100} />
        <TextField
          {...form.field('email')}
          label={m.auth_email()}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          inputMode="email"
          maxLength={254}
        />
        <PasswordField
          {...form.field('password')}
          label={m.auth_password()}
          autoComplete="new-password"
          maxLength={MAX_PASSWORD}
          hint={m.auth_password_rule({ count: MIN_PASSWORD })}
        />
        <div className="px-4">
          <Button kind="lamp" type="submit" wide busy={form.isBusy}>
            {m.auth_set_up_create()}
          </Button>
        </div>
      </RequestFields>
    </AuthLayout>
  );
}
