// Requests a link by email. The answer is the same for every address, so that it does not reveal who has an account.
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { TextField } from '#app/ui/form/field.tsx';
import { useLink } from '#app/ui/primitives/link.tsx';
import * as m from '#text/messages.js';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/error-messages.ts';
import { ApiError } from '#app/api/errors.ts';

interface RequestLinkProps {
  call: 'checkEmail' | 'sendResetEmail';
  /** Shown after the request. */
  sentMessage: string;
}

type Step = { at: 'typing' | 'sending' | 'sent' } | { at: 'failed'; message: string };

const isEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text);

/** The message for an invalid address, null for a valid one. */
function emailError(email: string): string | null {
  if (isEmail(email)) return null;
  return email === '' ? m.auth_email_missing() : m.auth_email_invalid();
}

function requestError(error: unknown): string {
  if (error instanceof ApiError && error.status === 400) return m.auth_email_invalid();
  return errorMessage(error);
}

export function RequestLinkForm({ call, sentMessage }: RequestLinkProps) {
  const Link = useLink();
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState('');
  const [step, setStep] = useState<Step>({ at: 'typing' });
  useEffect(() => {
    if (step.at === 'failed') form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
  }, [step]);
  const change = (value: string) => {
    setEmail(value);
    if (step.at === 'failed') setStep({ at: 'typing' });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (step.at === 'sending') return;
    const message = emailError(email.trim());
    if (message !== null) return setStep({ at: 'failed', message });
    setStep({ at: 'sending' });
    try {
      await api.auth[call]({ email: email.trim() });
      setStep({ at: 'sent' });
    } catch (error) {
      setStep({ at: 'failed', message: requestError(error) });
    }
  };
  const back = (
    <Link to="/auth/login" className="inline-flex min-h-11 items-center underline">
      {m.auth_back_to_sign_in()}
    </Link>
  );
  if (step.at === 'sent')
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
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={m.auth_email()}
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        inputMode="email"
        maxLength={254}
        value={email}
        onChange={change}
        error={step.at === 'failed' ? step.message : undefined}
      />
      <div className="grid gap-2 px-4 pt-1">
        <Button kind="lamp" type="submit" wide busy={step.at === 'sending'}>
          {m.auth_send_link()}
        </Button>
        <p className="pt-2">{back}</p>
      </div>
    </form>
  );
}
