// What a page says when it is not there, not allowed, not reachable, or broken.
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx';
import { Empty } from '#app/ui/status/empty.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Lamp } from '#app/ui/primitives/logo.tsx';
import { Panes } from '#app/ui/layout/panes.tsx';
import { Screen } from '#app/ui/layout/screen.tsx';
import { Refused, sentenceOf } from '#app/api/errors.ts';
import { FlashHost, Page } from './page.tsx';
import { MainRail } from './app-rail.tsx';
import { useMe } from '#app/auth/me.ts';

/** The way home. */
export function ToWatch() {
  return <ButtonLink to="/">Go to Watch</ButtonLink>;
}

/** A path that leads nowhere. */
export function NotFound() {
  return (
    <Stateful title="Nothing here">
      <Empty art={<Lamp size={64} className="text-text3" />} title="This page is not on the map" action={<ToWatch />}>
        It may have been removed, or your groups may not see it.
      </Empty>
    </Stateful>
  );
}

/** The same where no route draws a frame around it: on a desk with the rail, for whoever is signed in. */
export function NoRoute() {
  return useMe() === null ? <NotFound /> : <Panes rail={<MainRail />} shows="whole" detail={<NotFound />} />;
}

// The tabs lead nowhere for somebody who is not signed in.
function Stateful({ title, children }: { title: string; children: ReactNode }) {
  const me = useMe();
  useTitle(title);
  return me ? (
    <Page title={title}>{children}</Page>
  ) : (
    <Screen title={title} flash={<FlashHost />}>
      {children}
    </Screen>
  );
}

/** What broke a page, in one sentence, and how to go on. */
export function Failed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const status = error instanceof Refused ? error.status : -1;
  useEffect(() => {
    if (status === -1) console.error(error);
  }, [error, status]);
  if (status === 404) return <NotFound />;
  if (status === 403) return <Forbidden />;
  const again = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Stateful title={status === 0 ? 'No connection' : 'This page failed'}>
      <FailedToLoad what="this page" error={error} onRetry={again} />
    </Stateful>
  );
}

function Forbidden() {
  return (
    <Stateful title="Not for your groups">
      <NotForYou />
    </Stateful>
  );
}

/** The middle of a page that this person may not see. */
export function NotForYou() {
  return (
    <Empty
      art={<Icon name="lock" size={56} className="text-text3" />}
      title="Your groups may not see this"
      action={<ToWatch />}
    >
      An administrator can change that under Groups.
    </Empty>
  );
}

/** The middle of a page whose data did not come: "Could not load backups". */
export function FailedToLoad({ what, error, onRetry }: { what: string; error: unknown; onRetry: () => void }) {
  const silent = error instanceof Refused && error.status === 0;
  const retry = (
    <Button kind="lamp" onPress={onRetry}>
      Try again
    </Button>
  );
  return (
    <Empty
      art={<Icon name={silent ? 'nocloud' : 'warn'} size={56} className="text-text2" />}
      title={`Could not load ${what}`}
      action={retry}
    >
      {sentenceOf(error, '')}
    </Empty>
  );
}

/** Puts the page's name on the window. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Backwatch' : `${title} · Backwatch`;
  }, [title]);
}
