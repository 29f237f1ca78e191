// Starts single sign-on at the identity provider, and shows why it failed.
import { type ReactNode, useState } from 'react';
import { FieldNote } from '#app/ui/form/field.tsx';
import { leaveForProvider, signOnFault } from '#app/auth/sign-on.ts';

interface SignOnButtonProps {
  /** The path to open after signing in. */
  from: string | undefined;
  className: string;
  children: ReactNode;
}

export function SignOnButton({ from, className, children }: SignOnButtonProps) {
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  const press = async () => {
    if (busy) return;
    setBusy(true);
    setMessage(undefined);
    try {
      await leaveForProvider(from);
    } catch (error) {
      setMessage(signOnFault(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button type="button" className={className} aria-busy={busy || undefined} onClick={() => void press()}>
        {children}
      </button>
      {message !== undefined && (
        <div role="alert" className="basis-full">
          <FieldNote id="sign-on-error" error={message} />
        </div>
      )}
    </>
  );
}
