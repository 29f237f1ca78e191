// Deactivating a user: sessions and devices end, and the open alarms that the user acknowledged go to a colleague or back to everyone.
import { asPerson } from '#server/pipeline/actor.ts';
import type { Handlers } from '#server/pipeline/dispatch.ts';
import { isLinked } from '#server/query/user-visibility.ts';
import { forbidden, invalidField } from '#server/pipeline/errors.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { handOver } from '#server/entities/alarm/hand-over.ts';
import { assertCanManageUser } from './privilege-guard.ts';
import { assertAdministrator } from './administrators.ts';
import { userChanged } from './user-changed.ts';
import { nameOf } from '#server/entities/reference.ts';
import { type Candidate, candidatesFor, channelsOf, devicesOf } from '#server/entities/alarm/recipients.ts';
import { unreachable } from './reachability.ts';
import type { RowOf } from '#server/db/engine.ts';

/** The open alarms that a user acknowledged, wherever they are: whoever may deactivate the user may access all of it. */
type Held = Pick<RowOf<'alarm'>, 'id' | 'organization'>;

const alarmsOf = (unit: Unit, user: string): Promise<Held[]> =>
  unit
    .asInternal()
    .select('alarm')
    .select(['id', 'organization'])
    .where('openKey', 'is not', null)
    .where('acknowledgedBy', '=', user)
    .orderBy('id')
    .execute();

/** The people of each organization of these alarms, and those who may act on all of the alarms. */
async function candidatesOf(unit: Unit, alarms: readonly Held[], leaver: string) {
  const internal = unit.asInternal();
  const places = [...new Set(alarms.map(({ organization }) => organization))];
  const each: Candidate[][] = [];
  for (const place of places) each.push((await candidatesFor(internal, place)).filter(({ id }) => id !== leaver));
  const everywhere = (each[0] ?? []).filter(({ id }) =>
    each.every((some) => some.some((candidate) => candidate.id === id && candidate.acts)),
  );
  return { each, everywhere };
}

interface Successor {
  user: { id: string; name: string };
  channels: ('push' | 'mail')[];
  offShift: boolean;
}

async function successorsOf(unit: Unit, leaver: string) {
  const alarms = await alarmsOf(unit, leaver);
  const { each, everywhere } = await candidatesOf(unit, alarms, leaver);
  const ids = everywhere.map(({ id }) => id);
  const rung = new Set((await devicesOf(unit, ids)).map(({ user }) => user));
  const people = await unit.asInternal().lookup('user', ids);
  const seen: Successor[] = [];
  for (const { id, isOnShift, wantsMails } of everywhere) {
    // A hand-over to a person whom nothing reaches is refused, except to oneself.
    if (!rung.has(id) && !wantsMails && id !== unit.origin.by.id) continue;
    if (!(await isLinked(unit, id, unit.viewer('user')))) continue;
    const channels = channelsOf({ push: isOnShift && rung.has(id), mail: isOnShift && wantsMails });
    seen.push({ user: { id, name: nameOf(people.get(id)) }, channels, offShift: !isOnShift });
  }
  const onCall = new Set(each.flatMap((some) => some.filter(({ isOnShift }) => isOnShift).map(({ id }) => id)));
  return {
    alarms: alarms.length,
    people: seen.toSorted((a, b) => b.channels.length - a.channels.length),
    onCall: onCall.size,
  };
}

const notAllowed = () =>
  invalidField('E_INVALID_VALUES_TO_SET', 'to', 'must be a user who may act on all open alarms of this user');

/** @throws ApiError E_INVALID_VALUES_TO_SET where `to` may not act on one of the alarms; then none is handed over */
async function handOverAlarms(unit: Unit, services: Services, leaver: string, to: string): Promise<void> {
  const alarms = await alarmsOf(unit, leaver);
  const { everywhere } = await candidatesOf(unit, alarms, leaver);
  if (alarms.length > 0 && !everywhere.some(({ id }) => id === to)) throw notAllowed();
  const internal = unit.asInternal();
  const by = asPerson(unit.actor).id;
  for (const { id } of alarms)
    await handOver(internal, services, await internal.need('alarm', id), { at: unit.now, by, to });
}

/** The calls of users who leave, and of users whom no alarm reaches. */
export const leaverHandlers = (
  services: Services,
): Pick<Handlers['user'], 'unreachable' | 'successors' | 'deactivate'> => ({
  unreachable: (context) => context.read(unreachable),
  successors: (context, { id }) =>
    context.read(async (unit) => {
      const row = await unit.need('user', id, 'update');
      await assertCanManageUser(unit, row);
      return successorsOf(unit, id);
    }),
  deactivate: (context, { id, to }) =>
    context.write(async (unit) => {
      const row = await unit.need('user', id, 'update');
      if (unit.actor.kind === 'person' && unit.actor.id === id)
        throw forbidden('You cannot deactivate your own account.');
      await assertCanManageUser(unit, row);
      if (to !== null) await handOverAlarms(unit, services, id, to);
      const next = await unit.updateRow('user', row, { active: false });
      await userChanged(unit, services, next, row);
      await assertAdministrator(unit);
      return unit.record('user', next);
    }),
});
