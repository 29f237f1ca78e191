// The route admin/system/settings: the settings of a system, or a new one without an id, of one organization.
import { createFileRoute } from '@tanstack/react-router';
import { SystemSettingsScreen } from '#app/features/system-settings/system-settings-screen.tsx';

export const Route = createFileRoute('/_main/admin/system/settings')({
  staticData: { bar: 'own' },
  validateSearch: ({ id, organization }: Record<string, unknown>): { id?: string; organization?: string } => ({
    ...(typeof id === 'string' && { id }),
    ...(typeof organization === 'string' && { organization }),
  }),
  component: Settings,
});

function Settings() {
  const { id, organization } = Route.useSearch();
  return <SystemSettingsScreen key={id ?? organization} id={id} organization={organization} />;
}
