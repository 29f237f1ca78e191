// The changes that a unit records: for live events, and for the activity.
import type { Done } from '#contract/activity.ts';
import type { RecordFor, Row, RowFor } from '#server/db/engine.ts';
import { organizationIn } from '#server/query/shared.ts';
import type { Table } from './table.ts';

/** A change as noted inside a unit: the record before and after it, with the organizations it was and is in. */
export interface RecordChange {
  noun: string;
  id: string;
  before: Row | null;
  after: Row | null;
  organizations: { before: string | null; after: string | null };
  /** Where it could be seen from, and where it can be now, besides everywhere: its organization, or those of the person. */
  places: { before: string[]; after: string[] };
  /** The instant, where the record did not change itself: only live events report it. Null for any other change. */
  followsAt: string | null;
}

/** One record as it is at a moment of a unit, whole, whoever acts. */
export interface Snapshot<N extends string = string> {
  noun: N;
  row: RowFor<N>;
  record: RecordFor<N>;
  places: string[];
}

/** An act that sets no value of a record, such as a signal to a client; `details` describes it. */
export interface Act {
  noun: string;
  row: Row;
  action: Done;
  details: Readonly<Record<string, string>>;
}

/** The change between two states of a record; one of them may be null. `known`: either that is not. */
export function changeOf(
  { organization }: Table,
  { noun, row }: Snapshot,
  before: Snapshot | null,
  after: Snapshot | null,
  followsAt: string | null,
): RecordChange {
  const organizationOf = (seen: Snapshot | null) => seen && organizationIn(seen.row, organization);
  return {
    noun,
    id: row.id,
    before: before && before.record,
    after: after && after.record,
    organizations: { before: organizationOf(before), after: organizationOf(after) },
    places: { before: before?.places ?? [], after: after?.places ?? [] },
    followsAt,
  };
}

/**
 * Combines all changes of each record into one, in the order of their first change. A record that was created and
 * destroyed is left out.
 */
export function merged(changes: readonly RecordChange[]): RecordChange[] {
  if (changes.length < 2) return [...changes];
  const byRecord = new Map<string, RecordChange>();
  for (const change of changes) {
    const key = keyOf(change);
    const first = byRecord.get(key);
    byRecord.set(key, first ? joined(first, change) : change);
  }
  return [...byRecord.values()].filter(({ before, after }) => before !== null || after !== null);
}

/** Returns a key that is equal for changes of the same record. */
export const keyOf = ({ noun, id }: RecordChange): string => `${noun} ${id}`;

/** One change of a record and a later one as one. */
export const joined = (first: RecordChange, then: RecordChange): RecordChange => ({
  ...then,
  before: first.before,
  organizations: { before: first.organizations.before, after: then.organizations.after },
  places: { before: first.places.before, after: then.places.after },
});
