// The counts of systems by state. Apart from the filter of their list, which Watch does not need for its first paint.
import type { Counts } from '#app/features/watch/glance-format.ts';

/** A state that the list can be narrowed to by a chip. */
export type Show = 'failed' | 'notBackedup' | 'overdue' | 'late' | 'waiting' | 'ok' | 'paused' | 'unscheduled';

/** The count of a chip; undefined if the counts are not loaded. Systems of inactive organizations are paused. */
export function countOf(show: Show, counts: Counts | undefined): number | undefined {
  if (counts === undefined) return undefined;
  if (show === 'paused') return counts.paused + counts.inactiveSystems;
  const { [show]: count } = counts;
  return typeof count === 'number' ? count : count.length;
}

/** The states of a system without its backup, as Not Backed Up lists them. */
export const missingStates = ['failed', 'notBackedup', 'overdue'] as const;

/** The count of the systems that Not Backed Up lists; undefined if the counts are not loaded. */
export const countMissing = (counts: Counts | undefined): number | undefined =>
  counts && missingStates.reduce((sum, state) => sum + (countOf(state, counts) ?? 0), 0);

/** The count of all systems, those of inactive organizations included. */
export const countAll = (counts: Counts): number => counts.total + counts.inactiveSystems;
