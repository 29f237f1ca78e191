// A new password by a link from a mail, typed once; saving it signs in.
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { PasswordField } from '#app/ui/form/field.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { MAX_PASSWORD, MIN_PASSWORD } from '#contract/password.ts';
import { ApiError } from '#app/api/errors.ts';
import { errorMessage } from '#app/api/error-messages.ts';
import { type OpenToken, isStale, spendToken } from '#app/auth/mail-links.ts';
import { afterSignIn } from '#app/push/onboarding.ts';

interface ChooseProps {
  token: string;
  open: OpenToken;
  /** The link was used meanwhile, or its time is over. */
  onStale: () => void;
}

export function ChoosePassword({ token, open, onStale }: ChooseProps) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const long = password.length >= MIN_PASSWORD;
  useEffect(() => {
    if (fault !== undefined) form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
  }, [fault]);
  const type = (typed: string) => {
    setPassword(typed);
    setFault(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setFault(undefined);
    if (!long) return setFault(`The password must have at least ${MIN_PASSWORD} characters.`);
    setBusy(true);
    try {
      const me = await spendToken({ mode: open.mode, token, password });
      router.history.replace(me === null ? '/auth/login' : await afterSignIn(me.id, undefined));
    } catch (error) {
      if (isStale(error)) return onStale();
      setFault(error instanceof ApiError && error.status === 400 ? error.message : errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      {/* For the program that keeps passwords: whose this one is. */}
      <input type="email" name="email" autoComplete="username" value={open.email} readOnly hidden />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        maxLength={MAX_PASSWORD}
        value={password}
        onChange={type}
        error={fault}
      />
      <ul className="px-4 pb-4">
        <li className="text-text2 flex items-center gap-2">
          {long ? (
            <Mark kind="ok" size={16} hollow />
          ) : (
            <i className="size-4 rounded-full border-2 border-(--edge)" aria-hidden="true" />
          )}
          At least {MIN_PASSWORD} characters
          <span className="sr-only">{long ? ': yes' : ': not yet'}</span>
        </li>
      </ul>
      <div className="px-4">
        <Button kind="lamp" type="submit" wide busy={busy}>
          Save and sign in
        </Button>
      </div>
    </form>
  );
}
