// The notifications that a device shows: which alarm under which tag, so that later ones replace them.
import { silentStages } from '#contract/notifications/notification.ts';
import type { DeliveryRow } from '#server/entities/internal-tables.ts';
import type { NotNull, RowOf } from '#server/db/engine.ts';
import { parseJson } from '#server/query/columns.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';

interface LastRepeat {
  alarms: readonly string[];
  tag: string;
  sentAt: string;
}

type Shown = Pick<DeliveryRow, 'tag' | 'sentAt'>;

/** An open alarm that a device shows. */
interface OpenAlarm extends Pick<DeliveryRow, 'stage' | 'tag' | 'sentAt'> {
  alarm: string;
  raisedAt: string;
}

/** Returns the last repeat that this device shows. */
async function lastRepeatOn({ db }: Unit, user: RowOf<'user'>, device: string | null): Promise<LastRepeat | null> {
  const row = await db
    .selectFrom('delivery')
    .select(['covers', 'tag', 'sentAt'])
    .where('user', '=', user.id)
    .where('device', '=', device)
    .where('stage', '=', 'repeat')
    .where('status', '=', 'sent')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  return { alarms: parseJson(row.covers), tag: row.tag, sentAt: row.sentAt ?? '' };
}

/** The tag under which a device shows an alarm: that of its own last notification, or of a later repeat that names it. */
function shownTag(alarm: string, own: Shown | undefined, repeat: LastRepeat | null): string {
  if (repeat?.alarms.includes(alarm) && repeat.sentAt >= (own?.sentAt ?? '')) return repeat.tag;
  return own?.tag ?? '';
}

/** Returns the last delivery of each open alarm that this device shows and nobody acknowledged, with `raisedAt`. */
export async function openOn(unit: Unit, user: RowOf<'user'>, device: string | null): Promise<OpenAlarm[]> {
  const rows = await unit.db
    .selectFrom('alarm')
    .innerJoin('delivery', 'delivery.alarm', 'alarm.id')
    .select(['alarm.id as alarm', 'delivery.stage', 'delivery.tag', 'delivery.sentAt', 'alarm.createdAt as raisedAt'])
    .where('alarm.openKey', 'is not', null)
    .where('alarm.acknowledgedAt', 'is', null)
    .where('alarm.snoozedUntil', 'is', null)
    .where('delivery.device', '=', device)
    .where('delivery.status', '=', 'sent')
    .where('delivery.stage', 'not in', silentStages)
    .orderBy('delivery.sentAt')
    .execute();
  const repeat = rows.length > 0 ? await lastRepeatOn(unit, user, device) : null;
  const last = [...new Map(rows.map((row) => [row.alarm, row])).values()];
  return last.map((row) => ({ ...row, tag: shownTag(row.alarm, row, repeat) }));
}

/** Returns the tag under which this device shows each alarm. */
export async function lastTags(
  unit: Unit,
  user: RowOf<'user'>,
  device: string | null,
  alarms: string[],
): Promise<Map<string, string>> {
  const rows = await unit.db
    .selectFrom('delivery')
    .select(['alarm', 'tag', 'sentAt'])
    .where('alarm', 'in', alarms)
    .where('device', '=', device)
    .where('status', '=', 'sent')
    .where('stage', 'not in', silentStages)
    .orderBy('sentAt')
    .$narrowType<{ alarm: NotNull }>()
    .execute();
  const last = new Map(rows.map((row) => [row.alarm, row]));
  const repeat = await lastRepeatOn(unit, user, device);
  return new Map(alarms.map((alarm) => [alarm, shownTag(alarm, last.get(alarm), repeat)]));
}
