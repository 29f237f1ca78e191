// The layout of everything that needs a session: the guard, the rail of a desk, the keys, and what is announced.
import { Outlet, createFileRoute, redirect, useMatches, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { OverSheetContext } from '#app/ui/sheet/sheet-context.ts';
import { queryClient } from '#app/api/query-client.ts';
import { pageChanged } from '#app/device/flash.ts';
import { fromOf, guard } from '#app/auth/guard.ts';
import { useMe } from '#app/auth/me.ts';
import { useRightsChange } from '#app/auth/use-rights-change.ts';
import { useKeyboardShortcuts } from '#app/features/shell/keyboard-shortcuts.tsx';
import { FlashHost } from '#app/features/shell/page.tsx';
import { Reauthentication } from '#app/features/shell/reauthentication.tsx';
import { MainPanes } from '#app/features/shell/main-panes.tsx';
import { listenToOutbox } from '#app/features/shell/outbox-feedback.ts';
import { NewAlarms } from '#app/features/alarms/new-alarms.tsx';
import { Failed, NotFound } from '#app/features/shell/error-pages.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** `optional`: the page opens without a session too, and shows no data then. */
    session?: 'optional';
  }
}

const needsNoSession = ({ staticData }: { staticData: { session?: 'optional' } }) => staticData.session === 'optional';

export const Route = createFileRoute('/_main')({
  beforeLoad: async ({ location, matches }) => {
    const verdict = await guard(queryClient, location.href);
    if (verdict.user === null && !matches.some(needsNoSession))
      throw redirect({ to: '/auth/login', search: verdict.from === undefined ? {} : { from: verdict.from } });
  },
  component: Main,
  errorComponent: Failed,
  notFoundComponent: NotFound,
});

function Main() {
  const own = useMatches({ select: (matches) => matches.some((match) => match.staticData.panes === 'own') });
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => pageChanged(), [path]);
  useEffect(() => listenToOutbox(), []);
  const bare = useLeaveWithoutSession();
  useRightsChange();
  const keys = useKeyboardShortcuts();
  return (
    <OverSheetContext value={<FlashHost />}>
      {own || bare ? <Outlet /> : <MainPanes shows="whole" detail={<Outlet />} />}
      <NewAlarms />
      <Reauthentication />
      {keys}
    </OverSheetContext>
  );
}

// A session that ends under an open page (another device, an administrator) leads to the login, once, from here.
/** True for a page that stays open without a session. */
function useLeaveWithoutSession(): boolean {
  const me = useMe();
  const navigate = useNavigate();
  const href = useRouterState({ select: (state) => state.location.href });
  const stays = useMatches({ select: (matches) => matches.some(needsNoSession) });
  const gone = me === null && !stays;
  useEffect(() => {
    if (!gone || href.startsWith('/auth/')) return;
    const from = fromOf(href);
    void navigate({ to: '/auth/login', search: from === undefined ? {} : { from } });
  }, [gone, href, navigate]);
  return me === null && stays;
}
