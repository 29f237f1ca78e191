// The route admin/retention/settings: the retention of the id in the address, without one a new retention.
import { createFileRoute } from '@tanstack/react-router';
import { RecordPanes } from '#app/features/shell/record-panes.tsx';
import { RetentionsScreen } from '#app/features/retentions/retentions-screen.tsx';
import { RetentionSettings } from '#app/features/retentions/retention-settings.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/retention/settings')({
  staticData: { bar: 'own', panes: 'own' },
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } => (typeof id === 'string' ? { id } : {}),
  component: RetentionRoute,
});

function RetentionRoute() {
  const { id } = Route.useSearch();
  return (
    <RecordPanes label={m.shell_place_retentions()} list={RetentionsScreen} path="/admin/retentions" id={id}>
      <RetentionSettings key={id} id={id} />
    </RecordPanes>
  );
}
