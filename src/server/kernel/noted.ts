// What a unit notes of its own doing: for the live events, and for the activity.
import type { Done } from '#contract/activity.ts';
import type { Row } from './store.ts';

/** A change as noted inside a unit: the record before and after it, with the organizations it was and is in. */
export interface Noted {
  noun: string;
  id: string;
  before: Row | null;
  after: Row | null;
  organizations: { before: string | null; after: string | null };
  /** Where it could be seen from, and where it can be now, besides everywhere: its organization, or those of the person. */
  places: { before: string[]; after: string[] };
  /** True where the record did not change itself: it is told of to live events only. */
  follows: boolean;
}

/** One record as it is at a moment of a unit, whole, whoever acts. */
export interface Seen {
  noun: string;
  row: Row;
  record: Row;
  places: string[];
}

/** Something done that sets no value of a record, such as a signal to a client; `said` tells more of it. */
export interface Act {
  noun: string;
  row: Row;
  action: Done;
  said: Readonly<Record<string, string>>;
}
