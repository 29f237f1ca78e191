// The sign-in of somebody who is known already: the password, and other ways beside it.
import type { ReactNode } from 'react';
import type { Me } from '#app/auth/me.ts';
import { login } from '#app/auth/sign-in.ts';
import { PasswordField } from '#app/ui/form/field.tsx';
import { RequestFields } from '#app/ui/form/request-fields.tsx';
import { useRequestForm } from '#app/ui/form/use-request-form.ts';
import { Button } from '#app/ui/primitives/button.tsx';
import * as m from '#text/messages.js';
import { loginErrors, missingPassword } from './login-errors.ts';

interface PasswordAgainProps {
  email: string;
  /** The label of the button. */
  submit: string;
  onSignedIn: (me: Me) => Promise<void>;
  /** Other ways to sign in, in a row below the button. */
  children: ReactNode;
}

/** Inside a sheet. */
export function PasswordAgain({ email, submit, onSignedIn, children }: PasswordAgainProps) {
  const form = useRequestForm({
    initial: { password: '' },
    validate: missingPassword,
    send: async ({ password }) => onSignedIn(await login({ email, password })),
    readErrors: loginErrors,
  });
  return (
    <>
      <RequestFields form={form}>
        {/* Tells password managers which account this password belongs to. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <div data-focus-first="" className="pt-2">
          <PasswordField {...form.field('password')} label={m.auth_password_for({ email })} name="password" />
        </div>
        <Button kind="lamp" type="submit" wide size="large" busy={form.isBusy}>
          {submit}
        </Button>
      </RequestFields>
      <div className="flex flex-wrap justify-between gap-x-6 px-1.5 pt-1">{children}</div>
    </>
  );
}
