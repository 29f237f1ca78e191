// The route admin/retention/settings: the retention of the id in the address, without one a new retention.
import { createFileRoute } from '@tanstack/react-router';
import { RetentionSettings } from '#app/features/retentions/retention-settings.tsx';

export const Route = createFileRoute('/_main/admin/retention/settings')({
  staticData: { bar: 'own' },
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } => (typeof id === 'string' ? { id } : {}),
  component: RetentionRoute,
});

function RetentionRoute() {
  const { id } = Route.useSearch();
  return <RetentionSettings key={id} id={id} />;
}
