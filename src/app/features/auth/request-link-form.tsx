// Requests a link by email. The answer is the same for every address, so that it does not reveal who has an account.
import { useState } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { TextField } from '#app/ui/form/field.tsx';
import { RequestFields } from '#app/ui/form/request-fields.tsx';
import { useRequestForm } from '#app/ui/form/use-request-form.ts';
import { useLink } from '#app/ui/primitives/link.tsx';
import * as m from '#text/messages.js';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { ApiError } from '#app/api/errors.ts';

interface RequestLinkProps {
  call: 'checkEmail' | 'sendResetEmail';
  /** Shown after the request. */
  sentMessage: string;
}

const isEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text);

function validate({ email }: { email: string }): { email?: string } {
  if (isEmail(email.trim())) return {};
  return { email: email.trim() === '' ? m.auth_email_missing() : m.auth_email_invalid() };
}

function requestError(error: unknown): string {
  if (error instanceof ApiError && error.status === 400) return m.auth_email_invalid();
  return errorMessage(error);
}

export function RequestLinkForm({ call, sentMessage }: RequestLinkProps) {
  const Link = useLink();
  const [isSent, setSent] = useState(false);
  const form = useRequestForm({
    initial: { email: '' },
    validate,
    send: async ({ email }) => {
      await api.auth[call]({ email: email.trim() });
      setSent(true);
    },
    readErrors: (error) => ({ email: requestError(error) }),
  });
  const back = (
    <Link to="/auth/login" className="inline-flex min-h-11 items-center underline">
      {m.auth_back_to_sign_in()}
    </Link>
  );
  if (isSent)
    return (
      <div className="px-4">
        <p role="status" className="text-lg">
          {sentMessage}
        </p>
        <p className="text-text2 py-4">{m.auth_mail_hint()}</p>
        {back}
      </div>
    );
  return (
    <RequestFields form={form}>
      <TextField
        {...form.field('email')}
        label={m.auth_email()}
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        inputMode="email"
        maxLength={254}
      />
      <div className="grid gap-2 px-4 pt-1">
        <Button kind="lamp" type="submit" wide busy={form.isBusy}>
          {m.auth_send_link()}
        </Button>
        <p className="pt-2">{back}</p>
      </div>
    </RequestFields>
  );
}
