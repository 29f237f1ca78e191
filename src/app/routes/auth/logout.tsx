// Signs out, then says what that took along.
import { createFileRoute, redirect } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx';
import { queryClient } from '#app/api/query-client.ts';
import { errorMessage } from '#app/api/error-messages.ts';
import { guard } from '#app/auth/guard.ts';
import { cachedSession } from '#app/auth/me.ts';
import { useWaiting } from '#app/offline/outbox-store.ts';
import { usePush } from '#app/push/store.ts';
import { type SignedOut, logout, unsent } from '#app/auth/sign-out.ts';
import { Bare } from '#app/features/shell/auth-layout.tsx';
import { thing } from '#app/features/push/push-state.ts';
import { Unsent, Warning } from '#app/features/auth/signed-out-notice.tsx';

export const Route = createFileRoute('/auth/logout')({
  staticData: { title: 'Sign out' },
  beforeLoad: async ({ cause, location }) => {
    // A stay on the page after signing out must not lead away from what it says.
    if (cause === 'stay') return;
    const verdict = await guard(queryClient, location.href);
    if (verdict.user === null) throw redirect({ to: '/auth/login' });
  },
  component: Logout,
});

type Step =
  | { at: 'sending' | 'asking' | 'leaving' }
  | { at: 'out'; told: SignedOut }
  | { at: 'failed'; error: unknown };

function Logout() {
  const waiting = useWaiting().length;
  const [step, setStep] = useState<Step>(() => ({ at: waiting > 0 ? 'asking' : 'sending' }));
  const leaving = step.at === 'leaving';
  const sent = step.at === 'asking' && waiting === 0;
  useEffect(() => {
    if (step.at === 'sending') void unsent().then((left) => setStep({ at: left > 0 ? 'asking' : 'leaving' }));
    if (sent) setStep({ at: 'leaving' });
  }, [step.at, sent]);
  useEffect(() => {
    if (!leaving) return;
    let alive = true;
    const say = (next: Step) => void (alive && setStep(next));
    logout().then(
      (told) => say({ at: 'out', told }),
      (error: unknown) => say({ at: 'failed', error }),
    );
    return () => {
      alive = false;
    };
  }, [leaving]);
  if (step.at === 'asking') return <Ask waiting={waiting} onLeave={() => setStep({ at: 'leaving' })} />;
  if (step.at === 'out') return <Out {...step.told} />;
  if (step.at === 'failed') return <NotOut error={step.error} onAgain={() => setStep({ at: 'leaving' })} />;
  return <Bare title="Signing out">{null}</Bare>;
}

function Ask({ waiting, onLeave }: { waiting: number; onLeave: () => void }) {
  const acts = waiting === 1 ? 'One act is' : `${waiting} acts are`;
  return (
    <Bare title="Not sent yet" line={`${acts} still waiting for a connection. Signing out now may lose them.`}>
      <div className="grid gap-2 px-4">
        <Button kind="danger" wide onPress={onLeave}>
          Sign out all the same
        </Button>
        <ButtonLink to="/" kind="lamp" wide>
          Stay signed in
        </ButtonLink>
      </div>
    </Bare>
  );
}

function Out({ dropped, pushDropped, url }: SignedOut) {
  return (
    <Bare title="Signed out.">
      <div className="grid gap-4 px-4">
        {pushDropped && <p className="text-text2">This phone will not ring any more.</p>}
        <Unsent acts={dropped} />
        <ButtonLink to="/auth/login" kind="lamp" wide>
          Sign in again
        </ButtonLink>
        {url !== null && (
          <Button wide href={url}>
            Sign out of {cachedSession()?.signOn} too
          </Button>
        )}
      </div>
    </Bare>
  );
}

function NotOut({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const { state } = usePush();
  const silent = state === 'lost' || state === 'unfinished';
  return (
    <Bare title="Still signed in" line={errorMessage(error, { read: silent })}>
      <div className="grid gap-2 px-4">
        {silent && <Warning>Do not count on this {thing()} to ring.</Warning>}
        <Button kind="lamp" wide onPress={onAgain}>
          Try again
        </Button>
        <ButtonLink to="/" wide>
          Go to Watch
        </ButtonLink>
      </div>
    </Bare>
  );
}
