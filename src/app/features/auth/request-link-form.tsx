// Asks for a link by mail. What it answers is the same for every address: nobody learns here who has an account.
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { TextField } from '#app/ui/form/field.tsx';
import { useLink } from '#app/ui/primitives/link.tsx';
import { api } from '#app/api/client.ts';
import { ApiError } from '#app/api/errors.ts';
import { errorMessage } from '#app/api/error-messages.ts';

interface AskLinkProps {
  call: 'checkEmail' | 'sendResetEmail';
  /** Said once it was asked for. */
  sent: string;
}

/** An address that is none, as the person is told. */
const faultIn = (email: string): string | null =>
  /^\S+@\S+\.\S+$/.test(email) ? null : email === '' ? 'Type your email.' : 'Type an email address.';

function refusedFault(error: unknown): string {
  if (error instanceof ApiError && error.status === 400) return 'Type an email address.';
  return errorMessage(error);
}

export function AskLink({ call, sent }: AskLinkProps) {
  const Link = useLink();
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState('');
  const [step, setStep] = useState<{ at: 'typing' | 'asking' | 'sent' } | { at: 'refused'; fault: string }>({
    at: 'typing',
  });
  useEffect(() => {
    if (step.at === 'refused') form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
  }, [step]);
  const type = (typed: string) => {
    setEmail(typed);
    if (step.at === 'refused') setStep({ at: 'typing' });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (step.at === 'asking') return;
    const fault = faultIn(email.trim());
    if (fault !== null) return setStep({ at: 'refused', fault });
    setStep({ at: 'asking' });
    try {
      await api.auth[call]({ email: email.trim() });
      setStep({ at: 'sent' });
    } catch (error) {
      setStep({ at: 'refused', fault: refusedFault(error) });
    }
  };
  const back = (
    <Link to="/auth/login" className="inline-flex min-h-11 items-center underline">
      Back to sign in
    </Link>
  );
  if (step.at === 'sent')
    return (
      <div className="px-4">
        <p role="status" className="text-lg">
          {sent}
        </p>
        <p className="text-text2 py-4">It may take a minute. Look among the unwanted mail too.</p>
        {back}
      </div>
    );
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        inputMode="email"
        maxLength={254}
        value={email}
        onChange={type}
        error={step.at === 'refused' ? step.fault : undefined}
      />
      <div className="grid gap-2 px-4 pt-1">
        <Button kind="lamp" type="submit" wide busy={step.at === 'asking'}>
          Send a link
        </Button>
        <p className="pt-2">{back}</p>
      </div>
    </form>
  );
}
