// Whether a snooze still lasts: a row names the end of one that is over until the scheduler reaches it.
import type { RowOf } from '#server/db/engine.ts';

export const isSnoozed = ({ snoozedUntil }: Pick<RowOf<'alarm'>, 'snoozedUntil'>, now: string): boolean =>
  (snoozedUntil ?? '') > now;
