// The notifications that a device shows: which alarm under which tag, so that later ones replace them.
import { alarmsSent, lastRepeatSent, openAlarmsSent } from '#server/entities/alarm/sent-delivery-repository.ts';
import type { DeliveryRow } from '#server/entities/internal-tables.ts';
import type { RowOf } from '#server/db/engine.ts';
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
async function lastRepeatOn(unit: Unit, user: RowOf<'user'>, device: string | null): Promise<LastRepeat | null> {
  const row = await lastRepeatSent(unit, user.id, device);
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
  const rows = await openAlarmsSent(unit, device);
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
  const rows = await alarmsSent(unit, device, alarms);
  const last = new Map(rows.map((row) => [row.alarm, row]));
  const repeat = await lastRepeatOn(unit, user, device);
  return new Map(alarms.map((alarm) => [alarm, shownTag(alarm, last.get(alarm), repeat)]));
}
