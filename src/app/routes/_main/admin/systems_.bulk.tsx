// The route admin/systems/bulk: an action on several systems, while it goes on and when it has ended.
import { createFileRoute } from '@tanstack/react-router';
import * as m from '#text/messages.js';
import { listAddress } from '#app/features/lists/list-searches.ts';
import { BulkPage } from '#app/features/systems/bulk-page.tsx';
import { SYSTEMS } from '#app/features/systems/system-queries.ts';

export const Route = createFileRoute('/_main/admin/systems_/bulk')({
  validateSearch: ({ job }: Record<string, unknown>): { job: string } => ({ job: typeof job === 'string' ? job : '' }),
  component: Bulk,
});

function Bulk() {
  return <BulkPage id={Route.useSearch().job} list={{ to: listAddress(SYSTEMS), label: m.shell_place_systems() }} />;
}
