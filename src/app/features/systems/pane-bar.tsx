// The first line of an open system on a desk: its organization, and the buttons of the pane.
import { useLink } from '#app/ui/primitives/link.tsx';
import { organizationHref } from '#app/features/organizations/organization-addresses.ts';
import { PaneButtons } from '#app/features/shell/pane-buttons.tsx';
import { neighbouringSystems } from './neighbours.ts';
import type { System } from './system-format.ts';
import { SYSTEMS } from './system-queries.ts';

/** The buttons of a pane with a system. */
export const systemPane = { neighbours: neighbouringSystems, path: SYSTEMS };

/** Leads to the organization; beside it the buttons. */
export function PaneBar({ organization }: Pick<System, 'organization'>) {
  const Link = useLink();
  return (
    <div className="flex min-h-12 items-center gap-1 ps-4 pe-2 pt-1">
      <Link
        to={organizationHref(organization.id)}
        className="inline-flex min-h-11 min-w-0 flex-1 items-center text-secondary text-text2 no-underline"
      >
        <bdi className="truncate">{organization.name}</bdi>
      </Link>
      <PaneButtons {...systemPane} />
    </div>
  );
}
