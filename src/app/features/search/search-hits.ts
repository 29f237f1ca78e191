// Found records as items of the search: icon, address, state and the actions that the person may do with each.
import type { IconName } from '#app/ui/primitives/icon.tsx';
import type { MarkKind } from '#app/ui/primitives/mark.tsx';
import type { Answer } from '#app/api/types.ts';
import type { Me } from '#app/auth/me.ts';
import { kindLabel, markOf } from '#app/features/alarms/alarm-format.ts';
import { alarmKinds } from '#contract/alarm-kind.ts';
import type { Action } from '#contract/define.ts';
import { mayIn } from '#app/auth/can-in.ts';
import { may } from '#contract/permissions.ts';
import * as m from '#text/messages.js';

export interface ItemAction {
  label: string;
  to: string;
  /** It makes a record instead of opening a page. */
  isNew?: true;
}

export interface Item {
  key: string;
  kind: 'record' | 'screen' | 'action';
  label: string;
  note: string;
  icon: IconName;
  /** The state of a system or an alarm at the time of the answer: mark and word. It is never stored. */
  mark?: MarkKind;
  state?: string;
  /** The noun, in words. */
  group: string;
  to: string;
  /** Does something instead of opening a page. */
  run?: () => void;
  /** The id of a system, which opens in a pane beside the list. */
  systemId?: string;
  /** The id of an organization, which does too. */
  organizationId?: string;
  /** Further pages of the record. */
  actions: readonly ItemAction[];
}

/** State and note of an item: "overdue, Acme". */
export const noteOf = ({ state, note }: Item): string => [state, note].filter(Boolean).join(', ');

/** True for an item that opens in a pane beside its list. */
export const fitsPane = ({ systemId, organizationId }: Item): boolean => (systemId ?? organizationId) !== undefined;

export type Hit = Answer<'search', 'find'>['hits'][number];
export type HitNoun = Hit['noun'];

export const hitNouns: Record<
  HitNoun,
  { label: () => string; icon: IconName; to: (id: string, kind: Hit['kind']) => string }
> = {
  organization: {
    label: m.shell_place_organizations,
    icon: 'building',
    to: (id) => `/admin/organization/settings?id=${id}`,
  },
  system: { label: m.shell_place_systems, icon: 'systems', to: (id) => `/admin/system?id=${id}` },
  alarm: { label: m.alarms_title, icon: 'bell', to: (id) => `/admin/alarms?alarm=${id}` },
  fileset: { label: m.systems_filesets, icon: 'file', to: (id) => `/admin/fileset/settings?id=${id}` },
  user: { label: m.shell_place_users, icon: 'user', to: (id) => `/admin/user/settings?id=${id}` },
  group: { label: m.shell_place_groups, icon: 'lock', to: (id) => `/admin/group/settings?id=${id}` },
  schedule: { label: m.shell_place_schedules, icon: 'calendar', to: (id) => `/admin/schedule/settings?id=${id}` },
  retention: { label: m.shell_place_retentions, icon: 'archive', to: (id) => `/admin/retention/settings?id=${id}` },
  rpiclient: { label: m.shell_place_rpiclients, icon: 'chip', to: (id) => `/admin/rpiclients?id=${id}` },
  orphan: { label: m.shell_place_orphans, icon: 'box', to: (id, kind) => `/admin/orphan/view?id=${id}&kind=${kind}` },
};

/** A system that is not ok never has the mark of one that is. */
const states: Record<NonNullable<Hit['health']>, { mark: MarkKind; word: () => string }> = {
  failed: { mark: 'failed', word: m.watch_stat_failed },
  notBackedup: { mark: 'none', word: m.watch_stat_not_backed_up },
  overdue: { mark: 'overdue', word: m.watch_stat_overdue },
  late: { mark: 'overdue', word: m.watch_stat_late },
  waiting: { mark: 'snoozed', word: m.watch_stat_waiting },
  ok: { mark: 'ok', word: m.watch_stat_ok },
  unwatched: { mark: 'snoozed', word: m.search_not_watched },
};

type Tab = readonly [label: () => string, path: string, permission: `${string}.${Action}`];

const tabs: Partial<Record<HitNoun, readonly Tab[]>> = {
  system: [
    [m.backups_title, '/admin/system/backups', 'backup.read'],
    [m.systems_tab_settings, '/admin/system/settings', 'system.read'],
    [m.systems_filesets, '/admin/system/filesets', 'fileset.read'],
    [m.scans_title, '/admin/system/scans', 'scanresult.read'],
    [m.systems_client, '/admin/system/client', 'system.read'],
  ],
  organization: [
    [m.shell_place_systems, '/admin/organization/systems', 'system.read'],
    [m.shell_place_users, '/admin/organization/users', 'userorg.read'],
    [m.systems_client, '/admin/organization/client', 'organization.read'],
  ],
  group: [[m.shell_place_users, '/admin/group/users', 'usergroup.read']],
  user: [[m.shell_place_groups, '/admin/user/groups', 'usergroup.read']],
  schedule: [[m.shell_place_systems, '/admin/schedule/systems', 'system.read']],
  retention: [[m.shell_place_systems, '/admin/retention/systems', 'system.read']],
};

export function itemOfHit({ noun, id, name, note, health, kind }: Hit, me: Me | null): Item {
  const { icon, label, to } = hitNouns[noun];
  const alarm = noun === 'alarm' && alarmKinds.find((one) => one === kind);
  const state = health ? states[health] : alarm ? { mark: markOf(alarm), word: () => kindLabel(alarm) } : undefined;
  const open = (tabs[noun] ?? []).filter(([, , permission]) => me !== null && may(me, permission));
  return {
    key: `${noun} ${id}`,
    kind: 'record',
    label: name,
    note,
    icon,
    ...(state && { mark: state.mark, state: state.word() }),
    ...(noun === 'system' && { systemId: id }),
    ...(noun === 'organization' && { organizationId: id }),
    group: label(),
    to: to(id, kind),
    actions: [
      ...open.map(([text, path]) => ({ label: text(), to: `${path}?id=${id}` })),
      ...(noun === 'organization' && me !== null && mayIn(me, 'system.create', id)
        ? [{ label: m.systems_new(), to: `/admin/system/settings?organization=${id}`, isNew: true } as const]
        : []),
    ],
  };
}
