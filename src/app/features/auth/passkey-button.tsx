// Signing in with a passkey: one press, and the device asks its person. Nothing where the browser cannot.
import { useState } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { FieldNote } from '#app/ui/form/field.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import type { Me } from '#app/auth/me.ts';
import { canPasskey, signInWithPasskey } from '#app/auth/passkey.ts';
import { passkeyFault } from './login-errors.ts';

export function PasskeyButton({ onIn }: { onIn: (me: Me) => Promise<void> }) {
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (!canPasskey()) return null;
  const press = async () => {
    setFault(undefined);
    setBusy(true);
    try {
      const me = await signInWithPasskey();
      if (me) await onIn(me);
    } catch (error) {
      setFault(passkeyFault(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="px-4 pt-3">
      <Button wide busy={busy} onPress={() => void press()}>
        <Icon name="key" size={22} />
        Sign in with a passkey
      </Button>
      <div role="alert">
        <FieldNote id="passkey-fault" error={fault} />
      </div>
    </div>
  );
}
