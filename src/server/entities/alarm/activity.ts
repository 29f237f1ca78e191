// The activity rule of alarms. An alarm is a record of its own raising and ending: only what people did to it is an entry.
import type { Done } from '#contract/activity.ts';
import type { Row } from '#server/db/engine.ts';
import { propertyOf } from '#server/unknown.ts';
import { nameIn } from '#server/entities/activity/shared-rules.ts';
import type { ActivityRule } from '#server/pipeline/activity-rule.ts';

const isReleased = (before: Row, after: Row): boolean =>
  Boolean(before.acknowledgedAt) && !after.acknowledgedAt && !after.resolvedAt;

/** An acknowledgement that nobody ended before its time, or that the server did. */
const hasLapsed = (before: Row, after: Row, actor: string | null): boolean =>
  isReleased(before, after) &&
  (actor === null ||
    (before.acknowledgedUntil !== null && String(before.acknowledgedUntil) <= String(after.updatedAt)));

const idIn = (alarm: Row): unknown => propertyOf(alarm.acknowledgedBy, 'id');

function actionOf(before: Row, after: Row, actor: string | null): Done {
  if (after.resolvedAt && !before.resolvedAt) return 'resolved';
  if (hasLapsed(before, after, actor)) return 'lapsed';
  if (after.acknowledgedAt && idIn(before) !== idIn(after) && idIn(after) !== actor) return 'handedOver';
  if (after.acknowledgedAt && !before.acknowledgedAt) return 'acknowledged';
  if (before.acknowledgedAt && after.acknowledgedAt && idIn(before) !== idIn(after)) return 'tookOver';
  if (isReleased(before, after)) return 'released';
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
    (by === 'user' || (after !== null && isReleased(before, after))) &&
    (!after?.resolvedAt || Boolean(before.resolvedAt) || Boolean(after.resolvedBy)),
  actionOf,
};
