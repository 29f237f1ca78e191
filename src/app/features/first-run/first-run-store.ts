// The state of the first steps on this device, for each person: open, hidden under More, or done.
import { useCan, useMe } from '#app/auth/me.ts';
import { getItem, setItem } from '#app/device/local-storage.ts';
import { createStore } from '#app/device/create-store.ts';

export type FirstRunState = 'open' | 'hidden' | 'done';

const keyOf = (user: string): string => `backwatch.first-steps.${user}`;
const changes = createStore(0);

/** Null before the first steps were ever shown. */
export function firstRunState(user: string): FirstRunState | null {
  const stored = getItem(keyOf(user));
  return stored === 'open' || stored === 'hidden' || stored === 'done' ? stored : null;
}

export function setFirstRunState(user: string, state: FirstRunState): void {
  if (firstRunState(user) === state) return;
  setItem(keyOf(user), state);
  changes.set(changes.get() + 1);
}

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
