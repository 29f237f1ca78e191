// Making an administrator takes a sign-in of the last minutes: an unlocked desk must not make one.
import { may } from '#contract/permissions.ts';
import { shifted } from '#contract/time/calendar.ts';
import type { AnyHandler } from '#server/pipeline/dispatch.ts';
import { ApiError } from '#server/pipeline/errors.ts';
import { rightsOf } from '#server/auth/permissions.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';

const FRESH_MINUTES = 15;

const stale = () =>
  new ApiError(
    'E_REAUTHENTICATE',
    `Making an administrator needs a sign-in of the last ${FRESH_MINUTES} minutes. Sign in again, then repeat this.`,
  );

/** Returns the ids of the active users who manage users and groups everywhere. */
async function administrators(unit: Unit): Promise<Set<string>> {
  const everywhere = unit
    .asInternal()
    .select('user')
    .select('id')
    .where('allOrganizations', '=', 1)
    .where('active', '=', 1);
  const found = new Set<string>();
  for (const { id } of await everywhere.execute()) {
    const rights = await rightsOf(unit, id, true);
    if (may(rights, 'user.update') && may(rights, 'group.update')) found.add(id);
  }
  return found;
}

// By when the person proved who they are: single sign-on makes a new session of an old sign-in at the provider.
async function isFresh(unit: Unit): Promise<boolean> {
  const { actor, now } = unit;
  if (actor.kind !== 'person') return true;
  const session = unit.asInternal().select('session').select('authenticatedAt').where('id', '=', actor.sessionId);
  const row = await session.executeTakeFirst();
  return (row?.authenticatedAt ?? '') >= shifted(now, -FRESH_MINUTES * 60_000);
}

/** @throws ApiError E_REAUTHENTICATE where the work made an administrator, and the session is older */
async function guarded<T>(unit: Unit, work: (unit: Unit) => Promise<T>): Promise<T> {
  if (await isFresh(unit)) return work(unit);
  const before = await administrators(unit);
  const done = await work(unit);
  for (const id of await administrators(unit)) if (!before.has(id)) throw stale();
  return done;
}

/** Returns the handlers with that check in every unit that these calls write. */
export function checkingFreshness<H extends Readonly<Record<string, AnyHandler>>>(
  handlers: H,
  ...calls: readonly (keyof H & string)[]
): H {
  const checked =
    (handler: AnyHandler): AnyHandler =>
    (context, input, criteria) => {
      const write: typeof context.write = (work, as) => context.write((unit) => guarded(unit, work), as);
      return handler({ ...context, write }, input, criteria);
    };
  const names: readonly string[] = calls;
  const fresh = Object.entries(handlers).flatMap(([name, handler]) =>
    names.includes(name) ? [[name, checked(handler)]] : [],
  );
  return { ...handlers, ...Object.fromEntries(fresh) };
}
