// The state of the first steps on this device, for each person.
import { useMe } from '#app/auth/me.ts';
import { may } from '#contract/permissions.ts';
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

/** Of all the steps: nobody begins what another person has to end. */
const NEEDED = [
  'organization.create',
  'system.create',
  'system.update',
  'schedule.read',
  'retention.read',
  'fileset.create',
  'system.readKey',
] as const;

/** True for a person who may take every step to the first backup. */
export function useMayStart(): boolean {
  const me = useMe();
  return me?.allOrganizations === true && NEEDED.every((permission) => may(me, permission));
}
