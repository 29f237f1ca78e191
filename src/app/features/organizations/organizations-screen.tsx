// The screen of all organizations, the worst first: a list on phones, a table on desks, a pane beside an open one.
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { useCan } from '#app/auth/me.ts';
import { createStore } from '#app/device/create-store.ts';
import { useNow } from '#app/device/now.ts';
import { ListScreen } from '#app/features/lists/list-screen.tsx';
import type { Neighbours } from '#app/features/lists/neighbours.ts';
import * as m from '#text/messages.js';
import { ORGANIZATION_SETTINGS, useMayCreateOrganizations } from './organization-addresses.ts';
import { organizationPage, organizationParts, organizationSorts, organizationsList } from './organizations-list.tsx';

const TICK_MS = 30_000;

interface OrganizationsScreenProps {
  search: ListSearch;
  onSearch: (next: ListSearch) => void;
  /** The id of the open organization; the list is a pane beside it. */
  besideKey?: string;
  /** The open organization is docked, so the list stays a table. */
  docked?: boolean;
}

/** The organizations before and after the open one in the list beside it. */
export const neighbouringOrganizations = createStore<Neighbours>({});

/** The list of organizations. */
export function OrganizationsScreen({ search, onSearch, besideKey, docked }: OrganizationsScreenProps) {
  const { history } = useRouter();
  const now = useNow(TICK_MS);
  const parts = useMemo(() => organizationParts(search), [search]);
  const list = useMemo(() => organizationsList(now), [now]);
  const add = useMayCreateOrganizations()
    ? { label: m.organizations_add(), run: () => history.push(ORGANIZATION_SETTINGS) }
    : undefined;
  const find = (search.find ?? '').trim();
  return (
    <ListScreen
      title={m.shell_place_organizations()}
      notLoaded={m.organizations_list_not_loaded()}
      forbidden={m.organizations_forbidden()}
      id="organizations"
      list={list}
      pages={{ parts, pageOf: organizationPage, enabled: useCan('organization.read') }}
      search={search}
      onSearch={onSearch}
      searchLabel={m.organizations_search()}
      sorts={organizationSorts()}
      add={add}
      neighbours={neighbouringOrganizations}
      besideKey={besideKey}
      docked={docked}
      emptyTexts={() => ({
        none: {
          title: m.organizations_none(),
          detail: add ? m.organizations_none_add() : m.organizations_none_help(),
          icon: 'building',
        },
        noneFound: { title: m.organizations_none_found({ find }), detail: m.organizations_none_found_detail() },
      })}
    />
  );
}
