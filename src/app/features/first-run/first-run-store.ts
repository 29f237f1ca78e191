// The state of the first steps on this device, for each person.
import { useCan, useMe } from '#app/auth/me.ts';
import { getItem, setItem } from '#app/device/local-storage.ts';
import { createStore } from '#app/device/create-store.ts';

/** Until the first backup `open`, or `hidden` under More; then alarms are left to turn on, and these may be hidden as well. */
const states = ['open', 'hidden', 'alarms', 'alarmsHidden', 'done'] as const;
export type FirstRunState = (typeof states)[number];

const keyOf = (user: string): string => `backwatch.first-steps.${user}`;
const changes = createStore(0);

/** Null before the first steps were ever shown. */
export function firstRunState(user: string): FirstRunState | null {
  const stored = getItem(keyOf(user));
  return states.find((state) => state === stored) ?? null;
}

export function setFirstRunState(user: string, state: FirstRunState): void {
  if (firstRunState(user) === state) return;
  setItem(keyOf(user), state);
  changes.set(changes.get() + 1);
}

/**
 * The first backup has arrived: where the steps were shown, alarms are left. Returns true if it is news on this device and
 * they were shown.
 */
export function endFirstSteps(user: string): boolean {
  const before = firstRunState(user);
  if (before !== null && before !== 'open' && before !== 'hidden') return false;
  setFirstRunState(user, before === null ? 'done' : 'alarms');
  return before !== null;
}

/** Takes the steps away from Watch; More leads back to them. */
export const hideFirstSteps = (user: string): void =>
  setFirstRunState(user, firstRunState(user) === 'alarms' ? 'alarmsHidden' : 'hidden');

/** The state for the signed-in person; null for nobody. */
export function useFirstRunState(): FirstRunState | null {
  changes.use();
  const me = useMe();
  return me && firstRunState(me.id);
}

/** True for a person who may make the first organization and system. */
export function useMayStart(): boolean {
  const me = useMe();
  const [organization, system] = [useCan('organization.create'), useCan('system.create')];
  return organization && system && me?.allOrganizations === true;
}
