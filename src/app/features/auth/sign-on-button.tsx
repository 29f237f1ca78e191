// The button that leads to the provider of single sign-on, and why it did not.
import { type ReactNode, useState } from 'react';
import { FieldNote } from '#app/ui/form/field.tsx';
import { leaveForProvider, signOnFault } from '#app/auth/sign-on.ts';

interface SignOnButtonProps {
  /** The path to come back to. */
  from: string | undefined;
  className: string;
  children: ReactNode;
}

export function SignOnButton({ from, className, children }: SignOnButtonProps) {
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const press = async () => {
    if (busy) return;
    setBusy(true);
    setFault(undefined);
    try {
      await leaveForProvider(from);
    } catch (error) {
      setFault(signOnFault(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button type="button" className={className} aria-busy={busy || undefined} onClick={() => void press()}>
        {children}
      </button>
      {fault !== undefined && (
        <div role="alert" className="basis-full">
          <FieldNote id="sign-on-fault" error={fault} />
        </div>
      )}
    </>
  );
}
