// The pages for addresses that do not exist, are not allowed, cannot be loaded, or failed.
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx';
import { Empty } from '#app/ui/status/empty.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Lamp } from '#app/ui/primitives/logo.tsx';
import { Panes } from '#app/ui/layout/panes.tsx';
import { Screen } from '#app/ui/layout/screen.tsx';
import { readErrorMessage } from '#app/api/error-messages.ts';
import { ApiError } from '#app/api/errors.ts';
import * as m from '#text/messages.js';
import { FlashHost, Page } from './page.tsx';
import { MainRail } from './app-rail.tsx';
import { PaneEnd } from './pane-buttons.tsx';
import { useMe } from '#app/auth/me.ts';
import { RetryButton } from './retry-button.tsx';

/** A link to the home screen. */
export function ToWatch() {
  return <ButtonLink to="/">{m.actions_go_to_watch()}</ButtonLink>;
}

/** An address without a page. */
export function NotFound() {
  return (
    <ErrorPage title={m.shell_not_found()}>
      <Empty art={<Lamp size={64} className="text-text3" />} title={m.shell_page_not_found()} action={<ToWatch />}>
        {m.shell_page_not_found_detail()}
      </Empty>
    </ErrorPage>
  );
}

/** The same without a layout route around it: adds the rail for a signed-in person. */
export function NoRoute() {
  return useMe() === null ? <NotFound /> : <Panes rail={<MainRail />} shows="whole" detail={<NotFound />} />;
}

// Without a session there are no tabs: each would lead to the login.
function ErrorPage({ title, children }: { title: string; children: ReactNode }) {
  const me = useMe();
  useTitle(title);
  return me ? (
    <Page title={title} end={<PaneEnd />}>
      {children}
    </Page>
  ) : (
    <Screen title={title} flash={<FlashHost />}>
      {children}
    </Screen>
  );
}

/** A page that failed: the reason in one sentence, and a retry. */
export function Failed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const status = error instanceof ApiError ? error.status : -1;
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
    <ErrorPage title={status === 0 ? m.shell_no_connection() : m.shell_page_failed()}>
      <FailedToLoad title={m.shell_not_loaded_page()} error={error} onRetry={again} />
    </ErrorPage>
  );
}

/** The last resort, when even the page that says so failed: it needs no data, and a reload is its only way on. */
export function Stopped({ error }: ErrorComponentProps) {
  useEffect(() => console.error(error), [error]);
  useTitle(m.shell_page_failed());
  const reload = (
    <Button kind="lamp" onPress={() => window.location.reload()}>
      {m.shell_reload()}
    </Button>
  );
  return (
    <main id="content" className="grid min-h-dvh place-items-center bg-bg">
      <Empty art={<Icon name="warn" size={56} className="text-text2" />} title={m.shell_page_failed()} action={reload}>
        {m.shell_stopped_detail()}
      </Empty>
    </main>
  );
}

function Forbidden() {
  return (
    <ErrorPage title={m.shell_no_permission()}>
      <NotForYou />
    </ErrorPage>
  );
}

/** The content of a page that needs a permission this person lacks. */
export function NotForYou({ title = m.shell_no_permission_detail() }: { title?: string | undefined }) {
  return (
    <Empty art={<Icon name="lock" size={56} className="text-text3" />} title={title} action={<ToWatch />}>
      {m.shell_no_permission_help()}
    </Empty>
  );
}

interface FailedToLoadProps extends Pick<ComponentProps<typeof RetryButton>, 'onRetry'> {
  title: string;
  error: unknown;
  retryKind?: ComponentProps<typeof RetryButton>['kind'];
}

/** The content of a page whose data did not load. `title` is a whole sentence: "Could not load backups". */
export function FailedToLoad({ title, error, retryKind, onRetry }: FailedToLoadProps) {
  const offline = error instanceof ApiError && error.code === 'E_NETWORK';
  return (
    <Empty
      art={<Icon name={offline ? 'nocloud' : 'warn'} size={56} className="text-text2" />}
      title={title}
      action={<RetryButton kind={retryKind} onRetry={onRetry} />}
    >
      {readErrorMessage(error)}
      <RequestId error={error} />
    </Empty>
  );
}

const FIRST_SERVER_STATUS = 500;

/** Names the request that failed at the server: an administrator finds it in the log. */
function RequestId({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || error.status < FIRST_SERVER_STATUS || error.requestId === null) return null;
  return (
    <span className="mt-2 block text-caption text-text3 select-text">{m.shell_request({ id: error.requestId })}</span>
  );
}

/** Sets the title of the window. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Backwatch' : `${title} · Backwatch`;
  }, [title]);
}
