// The route admin/retention/systems: the systems that follow a retention, with search, filters and order in the address.
import { createFileRoute } from '@tanstack/react-router';
import { retentionKind } from '#app/features/retentions/retention-form.ts';
import { RetentionsScreen } from '#app/features/retentions/retentions-screen.tsx';
import { RecordPanes } from '#app/features/shell/record-panes.tsx';
import { RuleSystems } from '#app/features/systems/rule-systems.tsx';
import { type SystemsOfSearch, useSystemsOf } from '#app/features/systems/use-systems-of.ts';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/retention/systems')({
  staticData: { bar: 'own', panes: 'own' },
  // The component reads the filters, which keeps them out of the first script.
  validateSearch: (search: Record<string, unknown>): SystemsOfSearch => search,
  component: Systems,
});

function Systems() {
  const navigate = Route.useNavigate();
  const put = (search: SystemsOfSearch) => void navigate({ search, replace: true });
  const { id, ...list } = useSystemsOf(Route.useSearch(), put);
  return (
    <RecordPanes label={m.retentions_title()} list={RetentionsScreen} id={id}>
      <RuleSystems key={id} noun="retention" kind={retentionKind} id={id} {...list} />
    </RecordPanes>
  );
}
