// The route user/alarms, which turns on alarms for this device.
import { createFileRoute } from '@tanstack/react-router';
import { isOwnPath } from '#app/auth/guard.ts';
import { AlarmSetupPage } from '#app/features/push/alarm-setup-page.tsx';

export const Route = createFileRoute('/_main/user/alarms')({
  staticData: { bar: 'own', aside: 'none' },
  validateSearch: (search: Record<string, unknown>): { from?: string } =>
    typeof search['from'] === 'string' && isOwnPath(search['from']) ? { from: search['from'] } : {},
  component: TurnOnAlarms,
});

function TurnOnAlarms() {
  return <AlarmSetupPage from={Route.useSearch().from} />;
}
