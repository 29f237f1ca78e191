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
import {
  type Candidate,
  candidatesFor,
  channelsOf,
  devicesOf,
  tookLastPush,
} from '#server/entities/alarm/recipients.ts';
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

/** A person of one of the organizations of these alarms, and the number of them that the person may act on. */
interface Counted {
  candidate: Candidate;
  mayActOn: number;
}

/** Most people who are named with what they may not do. */
const MOST_OTHERS = 8;

/** The people of the organizations of these alarms, those who may act on most of them first. */
async function candidatesOf(unit: Unit, alarms: readonly Held[], leaver: string): Promise<Counted[]> {
  const internal = unit.asInternal();
  const counted = new Map<string, Counted>();
  for (const place of new Set(alarms.map(({ organization }) => organization))) {
    const count = alarms.filter(({ organization }) => organization === place).length;
    for (const candidate of await candidatesFor(internal, place)) {
      if (candidate.id === leaver) continue;
      const known = counted.get(candidate.id) ?? { candidate, mayActOn: 0 };
      counted.set(candidate.id, { ...known, mayActOn: known.mayActOn + (candidate.acts ? count : 0) });
    }
  }
  return [...counted.values()].toSorted((a, b) => b.mayActOn - a.mayActOn);
}

interface Successor {
  user: { id: string; name: string };
  channels: ('push' | 'mail')[];
  offShift: boolean;
}

async function successorsOf(unit: Unit, leaver: string) {
  const alarms = await alarmsOf(unit, leaver);
  const counted = await candidatesOf(unit, alarms, leaver);
  const ids = counted.map(({ candidate }) => candidate.id);
  const rung = new Set((await devicesOf(unit, ids)).filter(tookLastPush).map(({ user }) => user));
  const people = await unit.asInternal().lookup('user', ids);
  const seen: Successor[] = [];
  const others: { user: Successor['user']; mayActOn: number }[] = [];
  for (const { candidate, mayActOn } of counted) {
    const { id, isOnShift, isMailed } = candidate;
    // A hand-over to a person whom nothing reaches is refused, except to oneself.
    const isReached = rung.has(id) || isMailed || id === unit.origin.by.id;
    const succeeds = isReached && mayActOn === alarms.length;
    if (!succeeds && others.length >= MOST_OTHERS) continue;
    if (!(await isLinked(unit, id, unit.viewer('user')))) continue;
    const user = { id, name: nameOf(people.get(id)) };
    const channels = channelsOf({ push: isOnShift && rung.has(id), mail: isOnShift && isMailed });
    if (succeeds) seen.push({ user, channels, offShift: !isOnShift });
    else others.push({ user, mayActOn });
  }
  return {
    alarms: alarms.length,
    people: seen.toSorted((a, b) => b.channels.length - a.channels.length),
    others,
    onCall: counted.filter(({ candidate }) => candidate.isOnShift).length,
  };
}

export const notYourself = () => forbidden('You cannot deactivate your own account.');

const notAllowed = () =>
  invalidField('E_INVALID_VALUES_TO_SET', 'to', 'must be a user who may act on all open alarms of this user');

/** @throws ApiError E_INVALID_VALUES_TO_SET where `to` may not act on one of the alarms; then none is handed over */
async function handOverAlarms(unit: Unit, services: Services, leaver: string, to: string): Promise<void> {
  const alarms = await alarmsOf(unit, leaver);
  const chosen = (await candidatesOf(unit, alarms, leaver)).find(({ candidate }) => candidate.id === to);
  if (alarms.length > 0 && chosen?.mayActOn !== alarms.length) throw notAllowed();
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
      if (unit.actor.kind === 'person' && unit.actor.id === id) throw notYourself();
      await assertCanManageUser(unit, row);
      if (to !== null) await handOverAlarms(unit, services, id, to);
      const next = await unit.updateRow('user', row, { active: false });
      await userChanged(unit, services, next, row);
      await assertAdministrator(unit);
      return unit.record('user', next);
    }),
});
