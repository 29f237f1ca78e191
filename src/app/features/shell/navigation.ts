// The places of the app: what the tab bar, the rail, More and the keys lead to.
import type { Action } from '#contract/define.ts';
import type { IconName } from '#app/ui/primitives/icon.tsx';

export interface Place {
  to: string;
  label: string;
  /** What the rail of a desk has room for, where that is less. */
  short?: string;
  icon: IconName;
  /** Hidden from whoever lacks it. */
  may?: `${string}.${Action}`;
}

export const tabs: readonly Place[] = [
  { to: '/', label: 'Watch', icon: 'watch' },
  { to: '/admin/alarms', label: 'Alarms', icon: 'bell' },
  { to: '/admin/systems', label: 'Systems', icon: 'systems' },
  { to: '/more', label: 'More', icon: 'more' },
];

export const fleetPlaces: readonly Place[] = [
  { to: '/admin/organizations', label: 'Organizations', icon: 'building', may: 'organization.read' },
  { to: '/admin/health-status', label: 'Not Backed Up', icon: 'warn', may: 'system.read' },
  { to: '/admin/schedules', label: 'Schedules', icon: 'calendar', may: 'schedule.read' },
  { to: '/admin/retentions', label: 'Retentions', icon: 'keep' },
  { to: '/admin/rpiclients', label: 'Raspberry Pi clients', short: 'Pi clients', icon: 'chip' },
  { to: '/admin/manual_scans', label: 'Manual scans', icon: 'scan' },
  { to: '/admin/orphans', label: 'Orphans', icon: 'box' },
];

export const peoplePlaces: readonly Place[] = [
  { to: '/admin/users', label: 'Users', icon: 'users', may: 'user.read' },
  { to: '/admin/groups', label: 'Groups', icon: 'lock', may: 'group.read' },
];

/** Whether a path lies in a place, detail screens of it included. */
export function isWithin(place: string, path: string): boolean {
  if (place === '/') return path === '/';
  const stem = place.replace(/s$/, '');
  return path === place || path.startsWith(`${place}/`) || path === stem || path.startsWith(`${stem}/`);
}
