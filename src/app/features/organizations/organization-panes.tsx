// The pages of one organization on a desk: docked beside the table of organizations, or with all the room.
import type { ReactNode } from 'react';
import { RecordPanes } from '#app/features/shell/record-panes.tsx';
import * as m from '#text/messages.js';
import { ORGANIZATIONS } from './organization-addresses.ts';
import { OrganizationsScreen, neighbouringOrganizations } from './organizations-screen.tsx';

const pane = { neighbours: neighbouringOrganizations, path: ORGANIZATIONS };

/** `id`: of the open organization; a new one has none. */
export function OrganizationPanes({ id, children }: { id: string | undefined; children: ReactNode }) {
  return (
    <RecordPanes
      label={m.shell_place_organizations()}
      list={OrganizationsScreen}
      path={ORGANIZATIONS}
      id={id}
      pane={pane}
    >
      {children}
    </RecordPanes>
  );
}
