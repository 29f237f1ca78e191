// Facts about the recipients of alarms: the notifications that left, and the people whom one would reach now.
import type { SendFault } from '#contract/cause.ts';
import { nextDayShift } from '#contract/time/day-shift.ts';
import { isLinked } from '#server/query/user-visibility.ts';
import { notFound } from '#server/pipeline/errors.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { nameOf } from '#server/entities/reference.ts';
import { candidatesFor, candidatesIn, channelsOf, notRungOf, type Candidate } from './recipients.ts';
import { deliveriesAbout } from './sent-delivery-repository.ts';
import { parseJson } from '#server/query/columns.ts';
import type { RowOf } from '#server/db/engine.ts';

const MOST = 500;

interface Named {
  id: string;
  name: string;
}

/** Returns a function that names a person whom the actor can see from where alarms can be read; null for others. */
export async function referencesTo(unit: Unit, users: readonly string[]): Promise<(user: string) => Named | null> {
  const people = await unit.lookup('user', users);
  const sight = unit.viewer('alarm');
  const seen = new Set<string>();
  for (const user of new Set(users)) if (await isLinked(unit, user, sight)) seen.add(user);
  return (user) => {
    const person = people.get(user);
    return person && seen.has(user) ? { id: user, name: nameOf(person) } : null;
  };
}

/** The notifications about one alarm: its own, and the repeats that named it. */
export async function deliveriesOf(unit: Unit, alarm: RowOf<'alarm'>) {
  const rows = await deliveriesAbout(unit, alarm, MOST);
  const reference = await referencesTo(
    unit,
    rows.map(({ user }) => user),
  );
  const devices = await namesOf(unit, rows);
  return rows.map(({ user, device, ...row }) => {
    const person = reference(user);
    return {
      ...row,
      detail: row.detail && parseJson(row.detail),
      user: person,
      channel: device === null ? ('mail' as const) : ('push' as const),
      device: person && (devices.get(String(device)) || null),
    };
  });
}

/** The names of the devices that are still there. */
async function namesOf(unit: Unit, rows: readonly { device: string | null }[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ device }) => (device === null ? [] : [device])))];
  if (ids.length === 0) return new Map();
  const found = unit.asInternal().select('device').select(['id', 'name']).where('id', 'in', ids);
  return new Map((await found.execute()).map(({ id, name }) => [id, name]));
}

/** The people of one organization, of Backwatch itself (null), or of all that the actor may read alarms of. */
async function candidatesWithin(unit: Unit, organization: string | null | 'everywhere'): Promise<Candidate[]> {
  const scope = unit.scope('alarm', 'read');
  if (organization === 'everywhere') return scope !== 'all' && scope.length === 0 ? [] : candidatesIn(unit, scope);
  if (scope !== 'all' && !(organization !== null && scope.includes(organization))) throw notFound();
  if (organization !== null) await unit.asInternal().need('organization', organization);
  return candidatesFor(unit, organization);
}

/** Returns for each user with devices the failure of the last of them; null if one has none. */
async function lastErrorsOf(unit: Unit, users: readonly string[]): Promise<Map<string, SendFault | null>> {
  const columns = unit.asInternal().select('device').select(['user', 'lastError']);
  const devices = users.length === 0 ? [] : await columns.where('user', 'in', users).orderBy('id').execute();
  const found = new Map<string, SendFault | null>();
  for (const { user, lastError } of devices)
    if (found.get(user) !== null) found.set(user, lastError && parseJson(lastError));
  return found;
}

/** The people who may read the alarms, and whether a new one would reach them now. */
export async function recipientsNow(unit: Unit, organization: string | null | 'everywhere') {
  const candidates = await candidatesWithin(unit, organization);
  const ids = candidates.map(({ id }) => id);
  const lastErrors = await lastErrorsOf(unit, ids);
  const reference = await referencesTo(unit, ids);
  return candidates
    .map((candidate) => {
      const { id, acts, isOnShift, isRung, isMailed, timeZone } = candidate;
      const hasDevice = lastErrors.has(id);
      const push = isOnShift && isRung && hasDevice;
      const channels = channelsOf({ push, mail: isOnShift && isMailed });
      const reason = channels.length > 0 ? null : (notRungOf(candidate, hasDevice) ?? null);
      const from = reason === 'dayShift' ? nextDayShift(unit.now, timeZone) : null;
      const isPushed = push || (reason === 'dayShift' && isRung && !isMailed);
      const lastError = (isPushed && lastErrors.get(id)) || null;
      return { user: reference(id), channels, reason, lastError, acts, from };
    })
    .toSorted((a, b) => b.channels.length - a.channels.length);
}
