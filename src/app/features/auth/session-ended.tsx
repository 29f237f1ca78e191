// The sheet over the login after a session ended on this device: what is kept here, and signing in again.
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { FactRow, Facts } from '#app/ui/layout/rows.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { type LastUser, type Me, cachedSession, lastUser } from '#app/auth/me.ts';
import { removeSnapshot, storedSnapshot } from '#app/auth/page-snapshot.ts';
import { reader } from '#app/device/reader.ts';
import { type QueuedAction, waitingOf } from '#app/offline/outbox-store.ts';
import { deviceKind } from '#app/features/push/push-state.ts';
import { afterSignIn } from '#app/push/onboarding.ts';
import { stillRings } from '#app/push/ring-check.ts';
import { countDrafts } from '#app/features/shell/form-drafts.ts';
import { formatList, formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import { PageBehind } from './page-behind.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordAgain } from './password-again.tsx';
import { SignOnButton } from './sign-on-button.tsx';

/** `from` is the path to open after signing in. Renders nothing after a sign-out, and on a new device. */
export function SessionEnded({ from }: { from: string | undefined }) {
  const [user] = useState(lastUser);
  const [snapshot, setSnapshot] = useState(storedSnapshot);
  const [open, setOpen] = useState(user !== null);
  const close = useCallback(() => {
    setOpen(false);
    setSnapshot(null);
    removeSnapshot();
  }, []);
  useSignedOutElsewhere(close);
  if (user === null) return null;
  return (
    <>
      {snapshot && <PageBehind snapshot={snapshot} />}
      <Sheet
        required
        open={open}
        onClose={close}
        title={m.auth_ended()}
        detail={endText()}
        returnFocus={() => document.querySelector<HTMLElement>('input[name=email]')}
      >
        <KeptHere userId={user.id} pageAt={snapshot?.at ?? null} />
        <SignInAgain user={user} from={from} />
      </Sheet>
    </>
  );
}

/** The reason and the time of the end, and the next step. The server may not know the reason. */
function endText(): string {
  const end = cachedSession()?.ended;
  return m.auth_ended_detail({
    reason: end?.reason ?? 'unknown',
    time: end ? formatMoment(end.at, Date.now(), reader()) : '',
  });
}

// A sign-out in another tab removes the person from this device; its end of the session may arrive here first.
function useSignedOutElsewhere(onSignedOut: () => void): void {
  useEffect(() => {
    const check = () => void (lastUser() === null && onSignedOut());
    check();
    window.addEventListener('storage', check);
    return () => window.removeEventListener('storage', check);
  }, [onSignedOut]);
}

/** The state of this device after the end of the session: its alarms, unsent changes and actions, the age of the page. */
export function KeptHere({ userId, pageAt }: { userId: string; pageAt: number | null }) {
  const [drafts] = useState(() => countDrafts(userId));
  const [waiting, setWaiting] = useState<readonly QueuedAction[]>([]);
  const [rings, setRings] = useState<boolean | null>(null);
  useEffect(() => {
    let isShown = true;
    void waitingOf(userId).then((actions) => isShown && setWaiting(actions));
    void stillRings().then((still) => isShown && setRings(still));
    return () => {
      isShown = false;
    };
  }, [userId]);
  if (drafts + waiting.length === 0 && rings === null && pageAt === null) return null;
  const device = deviceKind();
  return (
    <Facts>
      {rings === true && <FactRow icon="bell" term={m.auth_ended_rings({ device })} note={m.auth_ended_rings_note()} />}
      {rings === false && (
        <FactRow icon="warn" term={m.auth_ended_silent({ device })} note={m.auth_ended_silent_note()} />
      )}
      {drafts > 0 && (
        <FactRow icon="pencil" term={m.auth_ended_drafts({ count: drafts })} note={m.auth_ended_drafts_note()} />
      )}
      {waiting.length > 0 && (
        <FactRow
          icon="outbox"
          term={m.auth_ended_waiting({ count: waiting.length, kind: kindOf(waiting) })}
          note={waitingNote(waiting)}
        />
      )}
      {pageAt !== null && (
        <FactRow
          icon="eye"
          term={m.auth_ended_page({ time: formatMoment(new Date(pageAt).toISOString(), Date.now(), reader()) })}
          note={m.auth_ended_page_note()}
        />
      )}
    </Facts>
  );
}

// The kind that all of them have, else an empty text.
const kindOf = ([first, ...rest]: readonly QueuedAction[]): string =>
  first !== undefined && rest.every(({ kind }) => kind === first.kind) ? first.kind : '';

function waitingNote(actions: readonly QueuedAction[]): string {
  const names = new Set(actions.flatMap(({ subject = [] }) => subject));
  return names.size === 0
    ? m.auth_ended_waiting_note()
    : m.auth_ended_waiting_systems({ systems: formatList([...names], reader()) });
}

function SignInAgain({ user: { email }, from }: { user: LastUser; from: string | undefined }) {
  const { history } = useRouter();
  const closeThen = useCloseThen();
  const provider = cachedSession()?.signOn;
  const enter = async ({ id }: Me) => {
    const path = await afterSignIn(id, from);
    closeThen(() => history.replace(path));
  };
  return (
    <PasswordAgain email={email} submit={m.auth_sign_in()} onSignedIn={enter}>
      <PasskeyButton look="link" onSignedIn={enter} />
      {provider && (
        <SignOnButton from={from} look="link">
          {m.auth_provider_sign_in({ provider })}
        </SignOnButton>
      )}
      <button type="button" className="min-h-11 underline" onClick={() => closeThen(() => undefined)}>
        {m.auth_someone_else()}
      </button>
    </PasswordAgain>
  );
}
