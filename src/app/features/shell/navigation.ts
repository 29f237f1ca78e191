// The places of the app: entries of the tab bar, the navigation rail and More, and the targets of keyboard shortcuts.
import { navigation } from '#app/api/call-table.gen.ts';
import type { Me } from '#app/auth/me.ts';
import type { IconName } from '#app/ui/primitives/icon.tsx';
import { isAdministrator, may } from '#contract/permissions.ts';
import * as m from '#text/messages.js';

export interface Place {
  to: string;
  label: string;
  /** A shorter label for the rail, where the label is too long for it. */
  short?: string;
  icon: IconName;
}

type Entry = (typeof navigation)[number];

/** In the order of each section, the most used first. */
const entries: Record<Entry['noun'], () => Omit<Place, 'to'>> = {
  organization: () => ({ label: m.shell_place_organizations(), icon: 'building' }),
  system: () => ({ label: m.shell_place_not_backed_up(), icon: 'warn' }),
  schedule: () => ({ label: m.shell_place_schedules(), icon: 'calendar' }),
  retention: () => ({ label: m.shell_place_retentions(), icon: 'archive' }),
  rpiclient: () => ({ label: m.shell_place_rpiclients(), short: m.shell_place_rpiclients_short(), icon: 'chip' }),
  scanresult: () => ({ label: m.shell_place_manual_scans(), icon: 'scan' }),
  orphan: () => ({ label: m.shell_place_orphans(), icon: 'box' }),
  user: () => ({ label: m.shell_place_users(), icon: 'users' }),
  group: () => ({ label: m.shell_place_groups(), icon: 'lock' }),
  activity: () => ({ label: m.shell_place_activity(), icon: 'clock' }),
};

/** The four tabs. */
export const tabs = (): readonly Place[] => [
  { to: '/', label: m.watch_title(), icon: 'watch' },
  { to: '/admin/alarms', label: m.alarms_title(), icon: 'bell' },
  { to: '/admin/systems', label: m.shell_place_systems(), icon: 'systems' },
  { to: '/more', label: m.shell_more(), icon: 'more' },
];

/** The places of a section that the person may open: the contract declares each with its noun. */
export function placesOf(section: Entry['section'], me: Me | null): Place[] {
  const open = navigation.filter((entry) => entry.section === section && me !== null && may(me, `${entry.noun}.read`));
  const order = Object.keys(entries);
  const places = open
    .toSorted((a, b) => order.indexOf(a.noun) - order.indexOf(b.noun))
    .map(({ noun, path }) => ({ to: path, ...entries[noun]() }));
  // No permission of its own: it is for those who look after the installation.
  return section === 'people' && me !== null && isAdministrator(me)
    ? [...places, { to: '/admin/server', label: m.shell_place_server(), icon: 'server' }]
    : places;
}

/** True for a path within a place, its detail screens included. The first steps are a part of Watch. */
export function isWithin(place: string, path: string): boolean {
  if (place === '/') return path === '/' || path === '/getting-started';
  const stem = place.replace(/s$/, '');
  return path === place || path.startsWith(`${place}/`) || path === stem || path.startsWith(`${stem}/`);
}
