// The queries of the list of systems: its groups, and the pages of each.
import type { QueryClient } from '@tanstack/react-query';
import { api } from '#app/api/client.ts';
import type { Answer } from '#app/api/types.ts';
import { cachedSession } from '#app/auth/me.ts';
import { needLabel } from '#app/features/lists/need-label.ts';
import { type ListPart, type PageInput, limitsOf } from '#app/features/lists/use-list-pages.ts';
import { may } from '#contract/permissions.ts';
import * as m from '#text/messages.js';
import { type SystemsSearch, readSearch, sortOf, whereOf } from './systems-filter.ts';

export type ListedSystem = Answer<'system', 'list'>['rows'][number];

// Long attributes that rows do not show.
const OMITTED = 'notes,lastLog,lastBackupLog,tempZipLocation,softwareRole,softwareVersion';

/** Worst first the list has three groups; in any other order one. `within`: a fixed condition, such as one organization. */
export function partsOf(search: SystemsSearch, within: Record<string, unknown> = {}): readonly ListPart[] {
  const sort = sortOf(search);
  const part = (key: string, label: string, attention: number): ListPart => ({
    key,
    label,
    where: whereOf(search, { ...within, attention }),
    sort,
  });
  if (search.sort !== undefined) return [{ key: 'all', where: whereOf(search, within), sort }];
  const need = { ...part('need', needLabel('present'), 2), pastLabel: needLabel('past') };
  return [need, part('acknowledged', m.systems_group_acknowledged(), 1), part('rest', m.systems_group_no_alarm(), 0)];
}

/** One page of a group; the first one is stored on the device. */
export const pageOf = ({ where, sort }: ListPart, page: PageInput) =>
  api.system.list.queryOptions({ where, sort, ...page, omit: OMITTED }, { persist: page.skip === 0 });

/** Requests the first pages that are not cached, if the signed-in person may read systems. */
export function prefetchSystems(client: QueryClient, search: Record<string, unknown>): void {
  const me = cachedSession()?.user;
  if (!me || !may(me, 'system.read')) return;
  for (const part of partsOf(readSearch(search)))
    void client.prefetchQuery({ ...pageOf(part, limitsOf(0)), staleTime: Infinity });
}
