// The permissions of a person in one sentence: the most telling permissions, and where they apply.
import { reader } from '#app/device/reader.ts';
import { type PermissionId, actionOf, modelOf, withImplied } from '#app/features/groups/permission-set.ts';
import { formatList, formatNumber } from '#text/format.ts';
import * as m from '#text/messages.js';

/** The permissions that say most about a person, in this order. */
const TELLING: readonly PermissionId[] = [
  'group.update',
  'user.update',
  'organization.update',
  'system.destroy',
  'system.update',
  'alarm.update',
  'backup.download',
  'system.read',
  'alarm.read',
];
const MOST = 3;

/** "edit systems". */
const phrase = (id: PermissionId): string =>
  id === 'alarm.update'
    ? m.users_phrase_act()
    : m.users_phrase({ action: actionOf(id), noun: m.groups_noun({ model: modelOf(id) }) });

/** The permissions that the sentence names: no weaker one beside a stronger one of the same noun. */
export function tellingOf(held: Iterable<PermissionId>): PermissionId[] {
  const all = withImplied(held);
  const named: PermissionId[] = [];
  for (const id of TELLING) {
    const isWeaker = named.some((other) => modelOf(other) === modelOf(id));
    if (all.has(id) && !isWeaker && named.length < MOST) named.push(id);
  }
  return named;
}

/** `name`: null before there is a person. `where`: the number of organizations, or all of them. */
export function accessText(name: string | null, held: readonly PermissionId[], where: number | 'all'): string {
  const named = tellingOf(held);
  const what = named.length === 0 ? '' : formatList(named.map(phrase), reader());
  if (what === '') return name === null ? m.users_access_none_new() : m.users_access_none({ name });
  const count = where === 'all' ? 0 : where;
  const place =
    where === 'all' ? m.users_everywhere() : m.users_in_organizations({ count, number: formatNumber(count, reader()) });
  return name === null ? m.users_access_new({ what, place }) : m.users_access({ name, what, place });
}
