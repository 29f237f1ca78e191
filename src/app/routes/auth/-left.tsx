// The line that says that somebody was signed out by coming here, and what that took along.
import { Icon } from '#app/ui/icon.tsx';
import type { SignedOut } from '../../session/sign-out.ts';

/** Nothing where nobody was signed in. */
export function Left({ told }: { told: SignedOut | null | undefined }) {
  if (!told) return null;
  return (
    <div className="grid gap-2 px-4 pb-4">
      <p className="t2">
        You were signed out here.{told.pushDropped && ' This phone will not ring until you sign in again.'}
      </p>
      {told.dropped > 0 && (
        <p className="flex gap-2 w-miss font-semibold" role="alert">
          <Icon name="warn" />
          {told.dropped === 1 ? 'One act was never sent.' : `${told.dropped} acts were never sent.`}
        </p>
      )}
    </div>
  );
}
