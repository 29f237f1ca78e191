// Signs out, and asks first if unsent actions would be lost.
import { useEffect, useState } from 'react';
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx';
import * as m from '#text/messages.js';
import { readErrorMessage } from '#app/api/error-messages.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { cachedSession } from '#app/auth/me.ts';
import { useWaiting } from '#app/offline/outbox-store.ts';
import { usePush } from '#app/push/store.ts';
import { type SignedOut, logout, unsent } from '#app/auth/sign-out.ts';
import { AuthLayout } from '#app/features/shell/auth-layout.tsx';
import { deviceKind } from '#app/features/push/push-state.ts';
import { LoginPage } from './login-page.tsx';
import { UnsentWarning, Warning } from './signed-out-notice.tsx';

type Step =
  | { at: 'sending' | 'asking' | 'leaving' }
  | { at: 'done'; signedOut: SignedOut }
  | { at: 'failed'; error: unknown };

export function SignOutPage() {
  const waiting = useWaiting().length;
  const [step, setStep] = useState<Step>(() => ({ at: waiting > 0 ? 'asking' : 'sending' }));
  const leaving = step.at === 'leaving';
  const allSent = step.at === 'asking' && waiting === 0;
  useEffect(() => {
    if (step.at === 'sending') void unsent().then((left) => setStep({ at: left > 0 ? 'asking' : 'leaving' }));
    if (allSent) setStep({ at: 'leaving' });
  }, [step.at, allSent]);
  useEffect(() => {
    if (!leaving) return;
    let active = true;
    const finish = (next: Step) => void (active && setStep(next));
    logout().then(
      (signedOut) => finish({ at: 'done', signedOut }),
      (error: unknown) => finish({ at: 'failed', error }),
    );
    return () => {
      active = false;
    };
  }, [leaving]);
  if (step.at === 'asking') return <UnsentQuestion count={waiting} onLeave={() => setStep({ at: 'leaving' })} />;
  if (step.at === 'done') return <SignedOutView {...step.signedOut} />;
  if (step.at === 'failed') return <SignOutFailed error={step.error} onRetry={() => setStep({ at: 'leaving' })} />;
  return <AuthLayout title={m.auth_sign_out_running()}>{null}</AuthLayout>;
}

function UnsentQuestion({ count, onLeave }: { count: number; onLeave: () => void }) {
  return (
    <AuthLayout title={m.auth_unsent_title()} line={m.auth_unsent_waiting({ count })}>
      <div className="grid gap-2 px-4">
        <Button kind="danger" wide onPress={onLeave}>
          {m.auth_sign_out_anyway()}
        </Button>
        <ButtonLink to="/" kind="lamp" wide>
          {m.auth_sign_out_stay()}
        </ButtonLink>
      </div>
    </AuthLayout>
  );
}

/** The login itself, with what the sign-out did above its form. */
function SignedOutView({ dropped, pushDropped, url }: SignedOut) {
  const provider = cachedSession()?.signOn;
  const notices = (
    <div className="grid gap-2 px-4 pb-4">
      <p role="status" className="text-text2">
        {m.auth_sign_out_done()}
        {pushDropped && ` ${m.auth_device_silent({ device: deviceKind() })}`}
      </p>
      <UnsentWarning count={dropped} />
      {url !== null && provider && (
        <a className="inline-flex min-h-11 items-center underline" href={url}>
          {m.auth_provider_sign_out({ provider })}
        </a>
      )}
    </div>
  );
  return <LoginPage from={undefined} notices={notices} />;
}

function SignOutFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { state } = usePush();
  const silent = state === 'lost' || state === 'unfinished';
  return (
    <AuthLayout title={m.auth_sign_out_failed()} line={silent ? readErrorMessage(error) : errorMessage(error)}>
      <div className="grid gap-2 px-4">
        {silent && <Warning>{m.auth_device_unsure({ device: deviceKind() })}</Warning>}
        <Button kind="lamp" wide onPress={onRetry}>
          {m.actions_try_again()}
        </Button>
        <ButtonLink to="/" wide>
          {m.actions_go_to_watch()}
        </ButtonLink>
      </div>
    </AuthLayout>
  );
}
