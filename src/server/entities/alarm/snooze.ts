// Whether a snooze still lasts: a row names the end of one that is over until the scheduler reaches it.
import type { AlarmRow } from '#server/entities/tables.ts';

export const isSnoozed = ({ snoozedUntil }: Pick<AlarmRow, 'snoozedUntil'>, now: string): boolean =>
  (snoozedUntil ?? '') > now;
