// The items of the search: the first letter `>` narrows it to actions, `@` to organizations, `#` to systems, `/` to screens.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { IconName } from '#app/ui/primitives/icon.tsx';
import type { MarkKind } from '#app/ui/primitives/mark.tsx';
import { useDebounced } from '#app/ui/hooks/use-debounced.ts';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/error-messages.ts';
import type { Answer } from '#app/api/types.ts';
import { type Me, useMe } from '#app/auth/me.ts';
import { checkNow } from '#app/features/shell/live-panel.tsx';
import { placesOf, tabs } from '#app/features/shell/navigation.ts';
import { may } from '#contract/permissions.ts';
import * as m from '#text/messages.js';
import { recentItems } from './recent-items.ts';

const SETTLE_MS = 200;

export interface Item {
  key: string;
  kind: 'record' | 'screen' | 'action';
  label: string;
  note: string;
  icon: IconName;
  mark?: MarkKind;
  to: string;
  /** In the place of a page. */
  run?: () => void;
}

export interface ItemGroup {
  label: string;
  items: readonly Item[];
}

type Hit = Answer<'search', 'find'>['hits'][number];
type Noun = Hit['noun'];

const nouns: Record<Noun, { label: () => string; icon: IconName; to: (id: string) => string }> = {
  organization: {
    label: m.shell_place_organizations,
    icon: 'building',
    to: (id) => `/admin/organization/settings?id=${id}`,
  },
  system: { label: m.shell_place_systems, icon: 'systems', to: (id) => `/admin/system?id=${id}` },
  user: { label: m.shell_place_users, icon: 'user', to: (id) => `/admin/user/settings?id=${id}` },
  group: { label: m.shell_place_groups, icon: 'lock', to: (id) => `/admin/group/settings?id=${id}` },
  schedule: { label: m.shell_place_schedules, icon: 'calendar', to: (id) => `/admin/schedule/settings?id=${id}` },
  retention: { label: m.shell_place_retentions, icon: 'archive', to: (id) => `/admin/retention/settings?id=${id}` },
  rpiclient: { label: m.shell_place_rpiclients, icon: 'chip', to: () => '/admin/rpiclients' },
  orphan: { label: m.shell_place_orphans, icon: 'box', to: (id) => `/admin/orphan/view?id=${id}` },
};

const marks: Partial<Record<NonNullable<Hit['health']>, MarkKind>> = {
  failed: 'failed',
  overdue: 'overdue',
  notBackedup: 'none',
  late: 'overdue',
  ok: 'ok',
};

const itemOf = ({ noun, id, name, note, health }: Hit): Item => ({
  key: `${noun} ${id}`,
  kind: 'record',
  label: name,
  note,
  icon: nouns[noun].icon,
  ...(health !== undefined && marks[health] && { mark: marks[health] }),
  to: nouns[noun].to(id),
});

function screens(me: Me | null): Item[] {
  const places = [...tabs(), ...placesOf('fleet', me), ...placesOf('people', me)];
  const account = { to: '/user/account', label: m.shell_account(), icon: 'user' as const };
  return [...places, account].map(({ to, label, icon }) => ({ key: to, kind: 'screen', label, note: '', icon, to }));
}

function actions(me: Me | null): Item[] {
  const action = (label: string, icon: IconName, to: string, run?: () => void): Item => ({
    key: `action ${label}`,
    kind: 'action',
    label,
    note: '',
    icon,
    to,
    ...(run && { run }),
  });
  const mayCreate = (noun: 'schedule' | 'retention') => me !== null && may(me, `${noun}.create`);
  return [
    action(m.actions_check_now(), 'refresh', '', checkNow),
    ...(mayCreate('schedule') ? [action(m.schedules_new(), 'plus', '/admin/schedule/settings')] : []),
    ...(mayCreate('retention') ? [action(m.retentions_add(), 'plus', '/admin/retention/settings')] : []),
    action(m.shell_sign_out(), 'logout', '/auth/logout'),
  ];
}

const filtered = (items: readonly Item[], text: string): Item[] => {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(({ label }) => words.every((word) => label.toLocaleLowerCase().includes(word)));
};

const narrowing: Readonly<Record<string, Noun | 'screens' | 'actions' | undefined>> = {
  '>': 'actions',
  '@': 'organization',
  '#': 'system',
  '/': 'screens',
};

function useHits(term: string, noun: Noun | undefined, enabled: boolean) {
  const settled = useDebounced(term, SETTLE_MS);
  const isAsked = enabled && settled !== '';
  const query = useQuery({
    ...api.search.find.queryOptions({ term: settled, ...(noun && { noun }) }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return {
    hits: isAsked ? (query.data?.hits ?? []) : [],
    isLoading: enabled && term !== '' && (settled !== term || query.isFetching),
    failure: isAsked && query.error ? errorMessage(query.error, { read: true }) : null,
  };
}

/** The groups for what is typed; without text what was opened last. */
export function useItems(text: string): { groups: ItemGroup[]; isLoading: boolean; failure: string | null } {
  const me = useMe();
  const prefix = narrowing[text.trimStart()[0] ?? ''];
  const term = (prefix === undefined ? text : text.trimStart().slice(1)).trim();
  const noun = prefix === 'screens' || prefix === 'actions' ? undefined : prefix;
  const { hits, isLoading, failure } = useHits(term, noun, prefix === undefined || noun !== undefined);
  const groups: ItemGroup[] = [];
  if (text.trim() === '')
    groups.push({
      label: m.search_recent(),
      items: recentItems().map((one) => ({ ...one, key: one.to, kind: 'record' as const })),
    });
  for (const one of new Set(hits.map((hit) => hit.noun)))
    groups.push({ label: nouns[one].label(), items: hits.filter((hit) => hit.noun === one).map(itemOf) });
  const wants = (kind: 'screens' | 'actions') => prefix === kind || (prefix === undefined && term !== '');
  if (wants('actions')) groups.push({ label: m.search_actions(), items: filtered(actions(me), term) });
  if (wants('screens')) groups.push({ label: m.search_screens(), items: filtered(screens(me), term) });
  return { groups: groups.filter(({ items }) => items.length > 0), isLoading, failure };
}
