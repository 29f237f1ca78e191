// The list of systems as it is asked for: its groups, and the pages of each.
import { api } from '#app/api/client.ts';
import type { Answer } from '#app/api/types.ts';
import type { ListPart, PageInput } from '#app/features/lists/use-list-pages.ts';
import { type SystemsSearch, isNarrowed, sortOf, whereOf } from './systems-filter.ts';

export type ListedSystem = Answer<'system', 'list'>['rows'][number];

// Long attributes that no row shows.
const OMITTED = 'notes,lastLog,lastBackupLog,tempZipLocation,projectManager,softwareRole,softwareVersion';

/** Worst first the list has three groups; in any other order one. `within`: what always holds, such as one organization. */
export function partsOf(search: SystemsSearch, within: Record<string, unknown> = {}): readonly ListPart[] {
  const sort = sortOf(search);
  const part = (key: string, label: string, attention: number): ListPart => ({
    key,
    label,
    where: whereOf(search, { ...within, attention }),
    sort,
  });
  if (search.sort !== undefined) return [{ key: 'all', where: whereOf(search, within), sort }];
  const rest = isNarrowed(search) ? 'No alarm' : 'Everything else';
  const need = { ...part('need', 'Need you', 2), pastLabel: 'Needed you' };
  return [need, part('acknowledged', 'Acknowledged and snoozed', 1), part('rest', rest, 0)];
}

/** One page of a group; the first one is stored on the device. */
export const pageOf = ({ where, sort }: ListPart, page: PageInput) =>
  api.system.list.queryOptions({ where, sort, ...page, omit: OMITTED }, { persist: page.skip === 0 });
