// The layout of everything that needs a session: the guard, the rail of a desk, the keys, and what is announced.
import { Outlet, createFileRoute, redirect, useMatches, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Panes } from '#app/ui/panes.tsx';
import { OverSheetContext } from '#app/ui/sheet.tsx';
import { queryClient } from '../api/client.ts';
import { pageChanged } from '../session/flash.ts';
import { fromOf, guard } from '../session/guard.ts';
import { useMe } from '../session/me.ts';
import { useShellKeys } from './-keys.tsx';
import { FlashHost } from './-page.tsx';
import { MainRail } from './-rail.tsx';
import { hearActs } from './-told.ts';
import { NewAlarms } from './-new-alarms.tsx';
import { Failed, NotFound } from './-states.tsx';

export const Route = createFileRoute('/_main')({
  beforeLoad: async ({ location }) => {
    const verdict = await guard(queryClient, location.href);
    if (verdict.user === null)
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
  useEffect(() => hearActs(), []);
  useLeaveWithoutSession();
  const keys = useShellKeys();
  return (
    <OverSheetContext value={<FlashHost />}>
      {own ? <Outlet /> : <Panes rail={<MainRail />} shows="whole" detail={<Outlet />} />}
      <NewAlarms />
      {keys}
    </OverSheetContext>
  );
}

// A session that ends under an open page (another device, an administrator) leads to the login, once, from here.
function useLeaveWithoutSession(): void {
  const me = useMe();
  const navigate = useNavigate();
  const href = useRouterState({ select: (state) => state.location.href });
  const gone = me === null;
  useEffect(() => {
    if (!gone || href.startsWith('/auth/')) return;
    const from = fromOf(href);
    void navigate({ to: '/auth/login', search: from === undefined ? {} : { from } });
  }, [gone, href, navigate]);
}
