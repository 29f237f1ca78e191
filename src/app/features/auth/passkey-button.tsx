// Signs in with a passkey. Renders nothing in a browser without passkeys.
import { useState } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { FieldNote } from '#app/ui/form/field.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import * as m from '#text/messages.js';
import type { Me } from '#app/auth/me.ts';
import { canPasskey, signInWithPasskey } from '#app/auth/passkey.ts';
import { passkeyError } from './login-errors.ts';

interface PasskeyButtonProps {
  /** A line of text instead of a button as wide as its column. */
  look?: 'link';
  /** The id of the user whose passkey alone is taken; without it anybody's. */
  only?: string;
  onSignedIn: (me: Me) => Promise<void>;
}

export function PasskeyButton({ look, only, onSignedIn }: PasskeyButtonProps) {
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (!canPasskey()) return null;
  const signIn = async () => {
    if (busy) return;
    setMessage(undefined);
    setBusy(true);
    try {
      const me = await signInWithPasskey(only);
      if (me) await onSignedIn(me);
    } catch (error) {
      setMessage(passkeyError(error));
    } finally {
      setBusy(false);
    }
  };
  const error = (
    <div role="alert">
      <FieldNote id="passkey-error" error={message} />
    </div>
  );
  if (look === 'link')
    return (
      <>
        <button
          type="button"
          className="min-h-11 underline"
          aria-busy={busy || undefined}
          onClick={() => void signIn()}
        >
          {m.auth_passkey_use()}
        </button>
        {message !== undefined && <div className="order-last basis-full">{error}</div>}
      </>
    );
  return (
    <div className="px-4 pt-3">
      <Button wide busy={busy} onPress={() => void signIn()}>
        <Icon name="key" size={22} />
        {m.auth_passkey_sign_in()}
      </Button>
      {error}
    </div>
  );
}
