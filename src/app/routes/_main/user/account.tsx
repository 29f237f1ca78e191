// The route of one's own account.
import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { flash } from '#app/device/flash.ts';
import { useMe } from '#app/auth/me.ts';
import { onTestTapped } from '#app/push/test-alarm.ts';
import { Page } from '#app/features/shell/page.tsx';
import { deviceKind } from '#app/features/push/push-state.ts';
import * as m from '#text/messages.js';
import { AccountScreen } from '#app/features/account/account-screen.tsx';

export const Route = createFileRoute('/_main/user/account')({
  staticData: { bar: 'own' },
  validateSearch: (search: Record<string, unknown>): { rang?: 1 } =>
    String(search['rang']) === '1' ? { rang: 1 } : {},
  component: AccountPage,
});

function AccountPage() {
  const me = useMe();
  useTapOnTest();
  return me === null ? <Page title={m.shell_account()}>{null}</Page> : <AccountScreen key={me.id} me={me} />;
}

// The notification of a test leads here when it is tapped.
function useTapOnTest(): void {
  const { rang } = Route.useSearch();
  const navigate = Route.useNavigate();
  useEffect(() => {
    if (rang === undefined) return;
    void navigate({ search: {}, replace: true });
    void confirmTestAlarm();
  }, [rang, navigate]);
}

async function confirmTestAlarm(): Promise<void> {
  const counted = await onTestTapped();
  document.getElementById('alarms')?.scrollIntoView({ block: 'start' });
  if (counted) flash('positive', m.account_rang({ device: deviceKind() }));
}
