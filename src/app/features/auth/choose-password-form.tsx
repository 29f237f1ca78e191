// Sets a new password with the token of an emailed link. Saving also signs in.
import { useRouter } from '@tanstack/react-router';
import { Button } from '#app/ui/primitives/button.tsx';
import { PasswordField } from '#app/ui/form/field.tsx';
import { RequestFields } from '#app/ui/form/request-fields.tsx';
import { useRequestForm } from '#app/ui/form/use-request-form.ts';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { MAX_PASSWORD, MIN_PASSWORD } from '#contract/password.ts';
import * as m from '#text/messages.js';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { type OpenToken, isStale, spendToken } from '#app/auth/mail-links.ts';
import { afterSignIn } from '#app/push/onboarding.ts';

interface ChoosePasswordProps {
  token: string;
  open: OpenToken;
  /** Called when the server no longer accepts the token. */
  onStale: () => void;
}

const isLong = (password: string): boolean => password.length >= MIN_PASSWORD;

export function ChoosePasswordForm({ token, open, onStale }: ChoosePasswordProps) {
  const router = useRouter();
  const form = useRequestForm({
    initial: { password: '' },
    validate: ({ password }) => (isLong(password) ? {} : { password: m.auth_password_short({ count: MIN_PASSWORD }) }),
    send: async ({ password }) => {
      const me = await spendToken({ mode: open.mode, token, password });
      // The guard of `/` asks for the session again.
      router.history.replace(me === null ? '/' : await afterSignIn(me.id, undefined));
    },
    readErrors: (error) => {
      if (isStale(error)) onStale();
      return { password: errorMessage(error) };
    },
  });
  const longEnough = isLong(form.values.password);
  return (
    <RequestFields form={form}>
      {/* Tells password managers which account this password belongs to. */}
      <input type="email" name="email" autoComplete="username" value={open.email} readOnly hidden />
      <PasswordField
        {...form.field('password')}
        label={m.auth_new_password()}
        name="password"
        autoComplete="new-password"
        maxLength={MAX_PASSWORD}
      />
      <ul className="px-4 pb-4">
        <li className="text-text2 flex items-center gap-2">
          {longEnough ? (
            <Mark kind="ok" size={16} hollow />
          ) : (
            <i className="size-4 rounded-full border-2 border-(--edge)" aria-hidden="true" />
          )}
          {m.auth_password_rule({ count: MIN_PASSWORD })}
          <span className="sr-only">{longEnough ? m.auth_password_rule_met() : m.auth_password_rule_unmet()}</span>
        </li>
      </ul>
      <div className="px-4">
        <Button kind="lamp" type="submit" wide busy={form.isBusy}>
          {m.auth_save_and_sign_in()}
        </Button>
      </div>
    </RequestFields>
  );
}
