// Which changes of a noun the activity log records: what differs from the rule for all, by which each create and destroy is an
// entry, and each update of what calls of the noun can write.
import type { Done } from '#contract/activity.ts';
import type { Row } from '#server/db/engine.ts';
import type { Origin } from './audit-source.ts';

/** A change as the rules see it: the record before and after it, null where there is none. */
export interface ActivityChange {
  by: Origin['by']['kind'];
  before: Row | null;
  after: Row | null;
}

/** The deviations of one noun. Every member is optional. */
export interface ActivityRule {
  /** The name of a record in its entries; else its `name`. */
  nameOf?(record: Row): string;
  /** Attributes whose changes are recorded besides those that calls write. */
  also?: readonly string[];
  /** Attributes that only a person changes on purpose. */
  persons?: readonly string[];
  /** Secret columns, each with the attribute that an entry names instead: never a value. */
  secret?: Readonly<Record<string, string>>;
  /** False for data, and for what only follows from a change that is recorded already. */
  isRecorded?(change: ActivityChange): boolean;
  /** The action of an update; else `updated`. `actor`: the id of whoever did it. */
  actionOf?(before: Row, after: Row, actor: string | null): Done;
}
