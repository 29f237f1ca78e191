// The sheet over a page whose call needs a fresh sign-in: by password, passkey or single sign-on. The call is repeated then.
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Me, cachedSession, useMe } from '#app/auth/me.ts';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import * as m from '#text/messages.js';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordAgain } from './password-again.tsx';
import { SignOnButton } from './sign-on-button.tsx';

interface ReauthenticationSheetProps {
  /** Called once, after the sheet is gone: true once the person has signed in again. */
  onDone: (isProven: boolean) => void;
}

export function ReauthenticationSheet({ onDone }: ReauthenticationSheetProps) {
  const me = useMe();
  const [open, setOpen] = useState(true);
  const close = () => {
    setOpen(false);
    // A second time, after the person has signed in, it changes nothing.
    onDone(false);
  };
  // The session may end meanwhile: the page leads to the login then.
  const isGone = me === null;
  useEffect(() => {
    if (isGone) onDone(false);
  }, [isGone, onDone]);
  if (isGone) return null;
  return (
    <Sheet open={open} onClose={close} title={m.auth_again()} detail={m.auth_again_detail()}>
      <Proof me={me} onProven={() => onDone(true)} />
    </Sheet>
  );
}

interface ProofProps {
  me: Me;
  onProven: () => void;
}

function Proof({ me: { id, email }, onProven }: ProofProps) {
  const { history } = useRouter();
  const closeThen = useCloseThen();
  const provider = cachedSession()?.signOn;
  const prove = async () => {
    onProven();
    closeThen(() => undefined);
  };
  return (
    <>
      <PasswordAgain email={email} submit={m.auth_again_confirm()} onSignedIn={prove}>
        <PasskeyButton look="link" only={id} onSignedIn={prove} />
        {provider && (
          <SignOnButton from={history.location.href} look="link" fresh>
            {m.auth_provider_sign_in({ provider })}
          </SignOnButton>
        )}
      </PasswordAgain>
      {provider && <p className="px-1.5 pt-1 text-secondary text-text2">{m.auth_again_provider()}</p>}
    </>
  );
}
