// The items of the search: the first letter `>` narrows it to actions, `@` to organizations, `#` to systems, `/` to screens.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { IconName } from '#app/ui/primitives/icon.tsx';
import { useDebounced } from '#app/ui/hooks/use-debounced.ts';
import { api } from '#app/api/client.ts';
import { readErrorMessage } from '#app/api/error-messages.ts';
import { ApiError } from '#app/api/errors.ts';
import { mayInOrSomewhere } from '#app/auth/can-in.ts';
import { type Me, useCan, useMe } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { type Alarm, statusOf } from '#app/features/alarms/alarm-format.ts';
import { type AlarmItem, useOpenAlarms } from '#app/features/alarms/alarm-queries.ts';
import { organizationQuery } from '#app/features/organizations/organization-queries.ts';
import { checkNow } from '#app/features/shell/live-panel.tsx';
import { placesOf, tabs } from '#app/features/shell/navigation.ts';
import { useMayAct } from '#app/features/alarms/use-may-act.ts';
import { isolate } from '#text/format.ts';
import * as m from '#text/messages.js';
import { recentItems } from './recent-items.ts';
import { type HitNoun, type Item, hitNouns, itemOfHit } from './search-hits.ts';

const SETTLE_MS = 150;

/** Acknowledges alarms; many are listed first. */
export type Acknowledge = (alarms: readonly Alarm[]) => void;

export interface ItemGroup {
  label: string;
  items: readonly Item[];
}

function screens(me: Me | null): Item[] {
  const places = [...tabs(), ...placesOf('fleet', me), ...placesOf('people', me)];
  const account = { to: '/user/account', label: m.shell_account(), icon: 'user' as const };
  const group = m.search_screens();
  return [...places, account].map(({ to, label, icon }) => ({
    key: to,
    kind: 'screen',
    label,
    note: '',
    icon,
    group,
    to,
    actions: [],
  }));
}

const action = (label: string, icon: IconName, to: string, run?: () => void): Item => ({
  key: `action-${label}`,
  kind: 'action',
  label,
  note: '',
  icon,
  group: m.search_actions(),
  to,
  actions: [],
  ...(run && { run }),
});

/** Those that the person may do. */
export function actions(me: Me | null): Item[] {
  const creating = [
    ['system', m.systems_new, '/admin/system/settings'],
    ['organization', m.organizations_add, '/admin/organization/settings'],
    ['schedule', m.schedules_new, '/admin/schedule/settings'],
    ['retention', m.retentions_add, '/admin/retention/settings'],
    ['user', m.search_invite, '/admin/user/settings'],
    ['group', m.groups_new, '/admin/group/settings'],
  ] as const;
  return [
    action(m.actions_check_now(), 'refresh', '', checkNow),
    ...creating.flatMap(([noun, label, to]) => {
      // These two belong to all organizations.
      const owner = noun === 'organization' || noun === 'group' ? null : undefined;
      return me !== null && mayInOrSomewhere(me, `${noun}.create`, owner) ? [action(label(), 'plus', to)] : [];
    }),
    action(m.shell_sign_out(), 'logout', '/auth/logout'),
  ];
}

/** One action for each organization with alarms that nobody has: `acknowledge` takes them all. */
export function acknowledgements(items: readonly AlarmItem[], now: number, acknowledge: Acknowledge): Item[] {
  const open = items.flatMap(({ alarm, queued }) =>
    queued === null && statusOf(alarm, now) === 'open' ? [alarm] : [],
  );
  const names = new Map(open.map(({ organizationId, organization }) => [organizationId, organization?.name]));
  return [...names].flatMap(([id, name]) => {
    if (name === undefined) return [];
    const own = open.filter(({ organizationId }) => organizationId === id);
    const item = action(m.search_acknowledge({ organization: isolate(name) }), 'checks', '', () => acknowledge(own));
    return { ...item, key: `acknowledge-${id}`, note: m.shell_open_alarms({ count: own.length }) };
  });
}

/** Calling a found organization, a new system in it, and its pages; `phone` is empty while it is unknown. */
export function itemsOfOrganization({ label, icon, actions: pages }: Item, phone: string): Item[] {
  const call = action(m.alarms_call({ organization: isolate(label) }), 'phone', '', () =>
    window.location.assign(`tel:${phone}`),
  );
  const others = pages.map(({ label: page, to, isNew }): Item => {
    const item = { ...action(page, 'plus', to), key: to };
    return isNew
      ? { ...item, note: label }
      : { ...item, kind: 'screen', label, note: page, icon, group: m.search_screens() };
  });
  return phone === '' ? others : [call, ...others];
}

/** Items whose label has each word of a text, in any letter case. */
export function filtered(items: readonly Item[], text: string): Item[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(({ label }) => words.every((word) => label.toLocaleLowerCase().includes(word)));
}

type Narrowing = HitNoun | 'screens' | 'actions';
const narrowings: Readonly<Record<string, Narrowing | undefined>> = {
  '>': 'actions',
  '@': 'organization',
  '#': 'system',
  '/': 'screens',
};

/** Returns what the first letter narrows the search to, and the text behind it. */
export function readText(text: string): { narrowing: Narrowing | undefined; term: string } {
  const typed = text.trim();
  const narrowing = narrowings[typed[0] ?? ''];
  return { narrowing, term: (narrowing === undefined ? typed : typed.slice(1)).trim() };
}

/** The name in a text that asks for a call, "call norra", in the words of that action; empty for any other text. */
export function calledIn(term: string): string {
  const verbs = m.alarms_call({ organization: '' }).toLocaleLowerCase().split(/\s+/);
  const words = term.split(/\s+/);
  const names = words.filter((word) => !verbs.includes(word.toLocaleLowerCase()));
  return names.length < words.length ? names.join(' ') : '';
}

function useHits(term: string, noun: HitNoun | undefined) {
  const settled = useDebounced(term, SETTLE_MS);
  const isAsked = settled !== '';
  const query = useQuery({
    ...api.search.find.queryOptions({ term: settled, ...(noun && { noun }) }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const error = query.error ?? (query.isPaused ? new ApiError(0, 'E_NETWORK') : null);
  return {
    found: isAsked && term !== '' ? query.data : undefined,
    isLoading: term !== '' && (settled !== term || query.isFetching),
    failure: isAsked && error ? readErrorMessage(error) : null,
  };
}

export interface Found {
  groups: readonly ItemGroup[];
  isLoading: boolean;
  failure: string | null;
  /** Nouns that were not searched, because too many rows would have to be read. */
  skipped: readonly string[];
}

/** The groups for what is typed; without text those that were opened last. */
export function useItems(text: string, acknowledge: Acknowledge): Found {
  const me = useMe();
  const now = useNow(30_000);
  const mayAct = useMayAct();
  const { held } = useOpenAlarms();
  const { narrowing, term } = readText(text);
  // Actions and screens are also those of the first organization that is found.
  const isOwn = narrowing === 'screens' || narrowing === 'actions';
  const { found, isLoading, failure } = useHits(term, isOwn ? 'organization' : narrowing);
  const isActing = narrowing === undefined || narrowing === 'actions';
  const { found: called, isLoading: isCalling } = useHits(isActing ? calledIn(term) : '', 'organization');
  const organization = found?.hits.find((hit) => hit.noun === 'organization') ?? called?.hits[0];
  const { data } = useQuery({
    ...organizationQuery(organization?.id ?? ''),
    enabled: useCan('organization.read') && organization !== undefined,
  });
  const groups = useMemo(() => {
    const hits = isOwn ? [] : (found?.hits ?? []);
    const own = organization ? itemsOfOrganization(itemOfHit(organization, me), data?.phone ?? '') : [];
    const ownOf = (kind: Item['kind']) => (called ? filtered(own, term) : own).filter((item) => item.kind === kind);
    const wants = (kind: Narrowing) => narrowing === kind || (narrowing === undefined && term !== '');
    const recent = recentItems().map((one): Item => ({
      ...one,
      key: `recent-${one.to}`,
      kind: 'record',
      group: m.search_recent(),
      actions: [],
    }));
    const all: ItemGroup[] = [...new Set(hits.map((hit) => hit.noun))].map((one) => ({
      label: hitNouns[one].label(),
      items: hits.filter((hit) => hit.noun === one).map((hit) => itemOfHit(hit, me)),
    }));
    if (wants('actions'))
      all.push({
        label: m.search_actions(),
        items: [
          ...ownOf('action'),
          ...filtered(
            [
              ...acknowledgements(
                (held ?? []).filter(({ alarm }) => mayAct(alarm)),
                now,
                acknowledge,
              ),
              ...actions(me),
            ],
            term,
          ),
        ],
      });
    if (wants('screens'))
      all.push({ label: m.search_screens(), items: [...ownOf('screen'), ...filtered(screens(me), term)] });
    if (narrowing === undefined) all.push({ label: m.search_recent(), items: filtered(recent, term) });
    return all.filter(({ items }) => items.length > 0);
  }, [found, called, isOwn, organization, data, me, narrowing, term, held, now, mayAct, acknowledge]);
  const isBusy = isLoading || isCalling;
  return { groups, isLoading: isBusy, failure, skipped: (found?.skipped ?? []).map((one) => hitNouns[one].label()) };
}
