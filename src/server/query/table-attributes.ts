// Attributes of a table that are no columns of it: derived ones, and relations that `populate` adds.
import type { RawBuilder } from 'kysely';
import type { Criteria, Kind } from '#contract/criteria.ts';
import type { Row } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';

/** An attribute that is not stored but derived from the row at a moment; lists filter and sort by it as by a column. */
export interface Derived {
  readonly kind: Kind;
  sql(now: string): RawBuilder<unknown>;
  /** Set where it is a column of what the row refers to by a column of its own: whose it holds of is found once, not for each row. */
  readonly through?: { noun: string; column: string; by: string };
  /** Its rule is long, so that the engine takes milliseconds to read it: few terms of a filter may have it. */
  readonly isLong?: true;
  /** The noun whose rows are looked at for each row: filters are held to the number of those as well, see budget.ts. */
  readonly over?: string;
}

/**
 * The relation that `populate` adds to records by one name: records of another noun, by the id of the record that has
 * them.
 */
export interface Populate {
  /** Only who may read this noun may ask for it. */
  readonly noun: string;
  /** @param most rows in all */
  of(unit: Unit, ids: string[], most: number): Promise<Map<string, Row[]>>;
  /** Where `of` shows only the first of very many: how all of one record are listed, by which of their attributes and in which order. */
  readonly all?: { by: string; sort: Criteria['sort'] };
}

/** By which attributes lists of a table are filtered and sorted, and what each costs. */
export interface Searched {
  /** The attributes that begin an index. Filters by others cost, see budget.ts. */
  readonly indexed?: readonly string[];
  /** The attributes that lists of any size are sorted by, besides `id`. */
  readonly sorted?: readonly string[];
  /** The number of terms that a filter by an attribute counts as, where its text may be long. */
  readonly weights?: Readonly<Record<string, number>>;
  /** Attributes that are shown, but neither filtered nor sorted by. */
  readonly unsearched?: readonly string[];
}

/** The attributes of a table besides its columns, and how lists use all of them. */
export interface TableAttributes extends Searched {
  /** Attributes that readers of the noun may filter and sort by, besides the columns that its record shows. */
  readonly derived?: Readonly<Record<string, Derived>>;
  /** To-many relations, by the name under which `populate` asks for them. */
  readonly populates?: Readonly<Record<string, Populate>>;
  /** True where a record that is read by its id is populated with all of these, unless the request says otherwise. */
  readonly populatesUnasked?: true;
}
