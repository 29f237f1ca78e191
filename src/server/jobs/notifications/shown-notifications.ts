// The notifications that a device shows: which alarm under which tag, so that later ones replace them.
import { silentStages } from '#contract/notifications/notification.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Unit } from '#server/kernel/unit.ts';

interface LastRepeat {
  alarms: string[];
  tag: string;
  sentAt: string;
}

/** Returns the last repeat that this device shows. */
async function lastRepeatOn({ db }: Unit, user: Row, device: unknown): Promise<LastRepeat | null> {
  const row = await db
    .selectFrom('delivery')
    .select(['covers', 'tag', 'sentAt'])
    .where('user', '=', user['id'])
    .where('device', '=', device)
    .where('stage', '=', 'repeat')
    .where('status', '=', 'sent')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  return {
    alarms: JSON.parse(String(row['covers'])) as string[],
    tag: String(row['tag']),
    sentAt: String(row['sentAt']),
  };
}

/** The tag under which a device shows an alarm: that of its own last notification, or of a later repeat that names it. */
function shownTag(alarm: string, own: Row | undefined, repeat: LastRepeat | null): string {
  if (repeat?.alarms.includes(alarm) && repeat.sentAt >= String(own?.['sentAt'] ?? '')) return repeat.tag;
  return String(own?.['tag'] ?? '');
}

/** Returns the last delivery of each open alarm that this device shows and nobody acknowledged, with `raisedAt`. */
export async function openOn(unit: Unit, user: Row, device: unknown): Promise<Row[]> {
  const rows = await unit.db
    .selectFrom('alarm')
    .innerJoin('delivery', 'delivery.alarm', 'alarm.id')
    .select(['delivery.alarm', 'delivery.stage', 'delivery.tag', 'delivery.sentAt', 'alarm.createdAt as raisedAt'])
    .where('alarm.openKey', 'is not', null)
    .where('alarm.acknowledgedAt', 'is', null)
    .where('alarm.snoozedUntil', 'is', null)
    .where('delivery.device', '=', device)
    .where('delivery.status', '=', 'sent')
    .where('delivery.stage', 'not in', silentStages)
    .orderBy('delivery.sentAt')
    .execute();
  const repeat = rows.length > 0 ? await lastRepeatOn(unit, user, device) : null;
  const last = [...new Map(rows.map((row) => [row['alarm'], row])).values()];
  return last.map((row) => ({ ...row, tag: shownTag(String(row['alarm']), row, repeat) }));
}

/** Returns the tag under which this device shows each alarm. */
export async function lastTags(unit: Unit, user: Row, device: unknown, alarms: string[]): Promise<Map<string, string>> {
  const rows = await unit.db
    .selectFrom('delivery')
    .select(['alarm', 'tag', 'sentAt'])
    .where('alarm', 'in', alarms)
    .where('device', '=', device)
    .where('status', '=', 'sent')
    .where('stage', 'not in', silentStages)
    .orderBy('sentAt')
    .execute();
  const last = new Map(rows.map((row) => [String(row['alarm']), row]));
  const repeat = await lastRepeatOn(unit, user, device);
  return new Map(alarms.map((alarm) => [alarm, shownTag(alarm, last.get(alarm), repeat)]));
}
