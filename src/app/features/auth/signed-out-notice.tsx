// What a sign-out took along, and the line that says that somebody was signed out by coming here.
import type { ReactNode } from 'react';
import { Icon } from '#app/ui/primitives/icon.tsx';
import type { SignedOut } from '#app/auth/sign-out.ts';

/** Nothing where nobody was signed in. */
export function Left({ told }: { told: SignedOut | null | undefined }) {
  if (!told) return null;
  return (
    <div className="grid gap-2 px-4 pb-4">
      <p className="text-text2">
        You were signed out here.{told.pushDropped && ' This phone will not ring until you sign in again.'}
      </p>
      <Unsent acts={told.dropped} />
    </div>
  );
}

/** What a sign-out lost; nothing where it lost nothing. */
export function Unsent({ acts }: { acts: number }) {
  if (acts === 0) return null;
  return <Warning>{acts === 1 ? 'One act was never sent.' : `${acts} acts were never sent.`}</Warning>;
}

export function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-2 text-misstext font-semibold" role="alert">
      <Icon name="warn" />
      {children}
    </p>
  );
}
