// The route admin/system/settings: the settings of a system, or a new one without an id.
import { createFileRoute } from '@tanstack/react-router';
import { SystemSettingsScreen } from '#app/features/system-settings/system-settings-screen.tsx';

export const Route = createFileRoute('/_main/admin/system/settings')({
  staticData: { bar: 'own' },
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } => (typeof id === 'string' ? { id } : {}),
  component: Settings,
});

function Settings() {
  const { id } = Route.useSearch();
  return <SystemSettingsScreen key={id} id={id} />;
}
