// The activity rule of alarms. An alarm is a record of its own raising and ending: only what people did to it is an entry.
import type { Done } from '#contract/activity.ts';
import type { Row } from '#server/db/engine.ts';
import { propertyOf } from '#server/unknown.ts';
import { nameIn } from '#server/entities/activity/shared-rules.ts';
import type { ActivityRule } from '#server/pipeline/activity-rule.ts';

/** An acknowledgement that ended by itself: nobody ended it before its time. */
const hasLapsed = (before: Row, after: Row): boolean =>
  Boolean(before.acknowledgedAt) &&
  !after.acknowledgedAt &&
  !after.resolvedAt &&
  before.acknowledgedUntil !== null &&
  String(before.acknowledgedUntil) <= String(after.updatedAt);

const idIn = (alarm: Row): unknown => propertyOf(alarm.acknowledgedBy, 'id');

function actionOf(before: Row, after: Row, actor: string | null): Done {
  if (after.resolvedAt && !before.resolvedAt) return 'resolved';
  if (hasLapsed(before, after)) return 'lapsed';
  if (after.acknowledgedAt && idIn(before) !== idIn(after) && idIn(after) !== actor) return 'handedOver';
  if (after.acknowledgedAt && !before.acknowledgedAt) return 'acknowledged';
  if (before.acknowledgedAt && after.acknowledgedAt && idIn(before) !== idIn(after)) return 'tookOver';
  if (before.acknowledgedAt && !after.acknowledgedAt) return 'released';
  const isEarlier = String(after.snoozedUntil) <= String(after.updatedAt);
  if (after.snoozedUntil && after.snoozedUntil !== before.snoozedUntil && !isEarlier) return 'snoozed';
  if (before.snoozedUntil && after.snoozedUntil !== before.snoozedUntil) return 'released';
  return after.acknowledgedUntil === before.acknowledgedUntil ? 'updated' : 'kept';
}

export const alarmActivity: ActivityRule = {
  nameOf: (record) => `${nameIn('system')(record) || 'Backwatch'}: ${record.kind}`,
  also: ['acknowledgedAt', 'acknowledgedBy', 'acknowledgedUntil', 'snoozedUntil', 'resolvedBy'],
  isRecorded: ({ by, before, after }) =>
    before !== null &&
    (by === 'user' || (after !== null && hasLapsed(before, after))) &&
    (!after?.resolvedAt || Boolean(before.resolvedAt) || Boolean(after.resolvedBy)),
  actionOf,
};
