// To-one relations as records show them: the id with the name that it has now.
import { personName } from '#contract/person-name.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Unit } from '#server/kernel/unit.ts';

/** A row that is gone meanwhile has no name. */
const byName = (row: Row | undefined): Row => ({ name: row?.['name'] ?? '' });

/** What a person is called, from a row of theirs. */
export const nameOf = (user: Row | undefined): string =>
  user ? personName(user as unknown as Parameters<typeof personName>[0]) : 'someone who is gone';

/**
 * Looks up what the column called like the noun names in all of these rows at once.
 * @param shown what a reference shows beside the id; nothing where one that leads nowhere is none
 * @returns the reference of each row, or null where it has none
 */
export async function references(
  unit: Unit,
  noun: string,
  rows: readonly Row[],
  shown: (row: Row | undefined) => Row | undefined = byName,
): Promise<(row: Row) => Row | null> {
  const ids = rows.flatMap((row) => (row[noun] ? [String(row[noun])] : []));
  const known = await unit.lookup(noun, ids);
  return ({ [noun]: id }) => {
    const its = id ? shown(known.get(String(id))) : undefined;
    return its ? { id, ...its } : null;
  };
}
