// The time zone of a person: that of the account, else that of a device.
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { RowOf } from '#server/db/engine.ts';

type Zoned = Pick<RowOf<'device'>, 'id' | 'timeZone'>;
declare module '#server/pipeline/unit-memo.ts' {
  interface UnitMemo {
    /** The devices of users that reported their zone, by user. */
    zones?: Map<string, Zoned[]>;
  }
}

type Person = Pick<RowOf<'user'>, 'id' | 'timeZone'>;

/** Returns the zone that the account or a device of a person has; empty if neither has one. `device`: its zone comes first. */
export async function zoneOfPerson(unit: Unit, user: Person, device: string | null = null): Promise<string> {
  if (user.timeZone) return user.timeZone;
  const known = (unit.memo.zones ??= new Map<string, Zoned[]>());
  const devices = known.get(user.id) ?? (await zonedDevices(unit, user.id));
  known.set(user.id, devices);
  const found = devices.find(({ id }) => id === device) ?? devices[0];
  return found?.timeZone ?? '';
}

/** The devices of a person that reported their zone; the one used last comes first. */
const zonedDevices = (unit: Unit, user: string): Promise<Zoned[]> =>
  unit
    .asInternal()
    .select('device')
    .select(['id', 'timeZone'])
    .where('user', '=', user)
    .where('timeZone', '!=', '')
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Returns the zone of a person's day shift; UTC where neither the account nor a device has one. */
export const shiftZoneOf = async (unit: Unit, user: Person): Promise<string> =>
  (await zoneOfPerson(unit, user)) || 'UTC';
