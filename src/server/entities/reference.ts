// To-one relations as records show them: the id with the name that it has now.
import { personName, type NamedPerson } from '#contract/person-name.ts';
import type { Noun, Row, RowFor, RowOf } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';

/** A noun whose rows have a name. */
type Named = { [N in Noun]: RowOf<N> extends { name: string } ? N : never }[Noun];
/** A row with the id of a row of the noun, in the column called like it. */
type Referring<N extends Noun> = { readonly [K in N]?: string | null };
/** The reference of a row, or null where it has none. */
interface ReferenceOf<N extends Noun, S> {
  (row: { readonly [K in N]: string }): S extends undefined ? null : { id: string } & S;
  (row: Referring<N>): ({ id: string } & Exclude<S, undefined>) | null;
}

/** Returns the name of a person, from their row. */
export const nameOf = (user: NamedPerson | undefined): string => (user ? personName(user) : 'someone who is gone');

/** Looks up the names of what the column called like the noun names in all of these rows. A row that is gone has none. */
export function references<N extends Named>(
  unit: Unit,
  noun: N,
  rows: readonly Referring<N>[],
): Promise<ReferenceOf<N, { name: string }>>;
/**
 * Looks up what the column called like the noun names in all of these rows at once.
 * @param shown what a reference shows beside the id; nothing where one that leads nowhere is none
 * @returns the reference of each row, or null where it has none
 */
export function references<N extends Noun, S extends Row | undefined>(
  unit: Unit,
  noun: N,
  rows: readonly Referring<N>[],
  shown: (row: RowFor<N> | undefined) => S,
): Promise<ReferenceOf<N, S>>;
export async function references<N extends Noun>(
  unit: Unit,
  noun: N,
  rows: readonly Referring<N>[],
  shown: (row: RowFor<N> | undefined) => Row | undefined = (row) => ({ name: row && 'name' in row ? row.name : '' }),
): Promise<ReferenceOf<N, Row>> {
  const ids = rows.flatMap(({ [noun]: id }) => (id ? [id] : []));
  const known = await unit.lookup(noun, ids);
  const reference = ({ [noun]: id }: Referring<N>) => {
    const its = id ? shown(known.get(id)) : undefined;
    return id && its ? { id, ...its } : null;
  };
  // A row that names one has a reference, unless `shown` returns nothing.
  return reference as ReferenceOf<N, Row>;
}
