// Notices after a sign-out: that it happened, that alarms stopped here, and which actions were lost.
import type { ReactNode } from 'react';
import { Icon } from '#app/ui/primitives/icon.tsx';
import * as m from '#text/messages.js';
import type { SignedOut } from '#app/auth/sign-out.ts';
import { deviceKind } from '#app/features/push/push-state.ts';

/** Says that opening this page signed somebody out. Renders nothing if nobody was signed in. */
export function SignedOutNotice({ signedOut }: { signedOut: SignedOut | null | undefined }) {
  if (!signedOut) return null;
  return (
    <div className="grid gap-2 px-4 pb-4">
      <p className="text-text2">
        {m.auth_signed_out_here()}
        {signedOut.pushDropped && ` ${m.auth_device_silent({ device: deviceKind() })}`}
      </p>
      <UnsentWarning count={signedOut.dropped} />
    </div>
  );
}

/** Warns about actions that were never sent. Renders nothing for none. */
export function UnsentWarning({ count }: { count: number }) {
  return count === 0 ? null : <Warning>{m.auth_unsent({ count })}</Warning>;
}

export function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-2 text-misstext font-semibold" role="alert">
      <Icon name="warn" />
      {children}
    </p>
  );
}
