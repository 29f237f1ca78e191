// Starts single sign-on at the identity provider, and shows why it failed.
import { type ReactNode, useState } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { FieldNote } from '#app/ui/form/field.tsx';
import { leaveForProvider } from '#app/auth/sign-on.ts';
import { signOnError } from './sign-on-errors.ts';

interface SignOnButtonProps {
  /** The path to open after signing in. */
  from: string | undefined;
  /** A lamp-filled button, or a line of text. */
  look: 'button' | 'link';
  /** The provider asks the person to sign in again, though they are signed in there. */
  fresh?: boolean;
  children: ReactNode;
}

export function SignOnButton({ from, look, fresh = false, children }: SignOnButtonProps) {
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  const press = async () => {
    if (busy) return;
    setBusy(true);
    setMessage(undefined);
    try {
      await leaveForProvider(from, fresh);
    } catch (error) {
      setMessage(signOnError(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {look === 'button' ? (
        <Button kind="lamp" wide busy={busy} onPress={() => void press()}>
          {children}
        </Button>
      ) : (
        <button
          type="button"
          className="inline-flex min-h-11 items-center text-start underline"
          aria-busy={busy || undefined}
          onClick={() => void press()}
        >
          {children}
        </button>
      )}
      {message !== undefined && (
        <div role="alert" className="basis-full">
          <FieldNote id="sign-on-error" error={message} />
        </div>
      )}
    </>
  );
}
