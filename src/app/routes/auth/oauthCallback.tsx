// Back from the provider of single sign-on: signs in and goes on, or says why not.
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { ButtonLink } from '#app/ui/primitives/button.tsx';
import { comeBack, signOnFault, wantedPath } from '#app/auth/sign-on.ts';
import { useRun } from '#app/features/shell/use-run-once.ts';
import { Bare } from '#app/features/shell/auth-layout.tsx';
import { SignOnButton } from '#app/features/auth/sign-on-button.tsx';

const LATE_MS = 300;

export const Route = createFileRoute('/auth/oauthCallback')({
  staticData: { title: 'Single sign-on' },
  component: OauthCallback,
});

function OauthCallback() {
  const search = Route.useSearch();
  const router = useRouter();
  const { run } = useRun(
    'sign on',
    useCallback(async () => router.history.replace(await comeBack(search)), [router, search]),
  );
  return run.at === 'failed' ? <NotIn error={run.error} /> : <Coming />;
}

function Coming() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Bare title="Backwatch" line={<span role="status">{late && 'Signing you in...'}</span>}>
      {null}
    </Bare>
  );
}

function NotIn({ error }: { error: unknown }) {
  const from = wantedPath();
  return (
    <Bare title="Not signed in" line={<span role="alert">{signOnFault(error)}</span>}>
      <div className="grid gap-2 px-4">
        <SignOnButton from={from} look="button">
          Try again
        </SignOnButton>
        <ButtonLink to={from === undefined ? '/auth/login' : `/auth/login?from=${encodeURIComponent(from)}`} wide>
          Use your password
        </ButtonLink>
      </div>
    </Bare>
  );
}
