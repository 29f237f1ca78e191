// The declaration of one table, as the pipeline needs to know it.
import type { ActivityRule } from './activity-rule.ts';
import type { ChildRelation } from './children.ts';
import type { Unit } from './unit-of-work.ts';
import type { RecordFor, RowFor } from '#server/db/engine.ts';
import type { Columns } from '#server/query/columns.ts';
import type { CounterCache } from '#server/query/counter-cache.ts';
import type { Shared } from '#server/query/shared.ts';
import type { TableAttributes } from '#server/query/table-attributes.ts';
import type { UserScoped } from '#server/query/user-visibility.ts';

/** One table as the pipeline needs to know it. */
export interface Table<N extends string = string> extends TableAttributes {
  readonly noun: N;
  readonly columns: Columns;
  /** Set by the registry: the attributes that may be null, and the columns behind those that updates write. */
  readonly nullable?: readonly string[];
  readonly writable?: ReadonlySet<string>;
  /** For a table too long to count anew with each list. */
  readonly counted?: CounterCache;
  /** The column that holds the organization's id, or null for a global noun. */
  readonly organization: string | null;
  /** Rows that are destroyed with a row; live events report each of them. */
  readonly parts?: readonly ChildRelation[];
  /** Rows that move to another organization with a row, without events: there may be a hundred thousand, and the row's own stands for them. */
  readonly movedSilently?: readonly ChildRelation[];
  /** Set where the rows tell of people. */
  readonly linked?: UserScoped;
  /** The column with the id of the user who alone gets its live events; calls of the noun check it themselves. */
  readonly owner?: string;
  /** Set where a row without an organization is shared: each reader of the noun sees it, `allOrganizations` changes it. */
  readonly shared?: Shared;
  /** The activity rule of the noun; without one, the rule of all nouns. */
  readonly activity?: ActivityRule;
  /** Rows (decoded) to what the contract's record says, in the same order. The rows stay as they are. */
  records(unit: Unit, rows: readonly RowFor<N>[]): Promise<RecordFor<N>[]>;
}
