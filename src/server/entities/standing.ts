// The five standing handlers of a plain noun; an entity overrides what it has rules for.
import { also, type Term } from '#contract/criteria.ts';
import type { Handler } from '#server/kernel/dispatch.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Unit } from '#server/kernel/unit.ts';

export interface Rules {
  /** Completes or refuses the values of a new row, before it is written. */
  creating?(unit: Unit, values: Row): Promise<Row> | Row;
  created?(unit: Unit, row: Row): Promise<void>;
  /** Completes or refuses what an update sets. */
  updating?(unit: Unit, row: Row, values: Row): Promise<Row> | Row;
  updated?(unit: Unit, row: Row, before: Row): Promise<void>;
  destroying?(unit: Unit, id: string): Promise<void>;
  /** What the answer with one record shows beyond the record of lists and events. */
  answering?(unit: Unit, row: Row): Row;
}

/** A list of a noun, narrowed by one more term where one is given. */
export const listing =
  (noun: string, term?: Term): Handler =>
  (context, _input, criteria) =>
    context.read((unit) =>
      criteria ? unit.list(noun, term ? also(criteria, term) : criteria) : Promise.resolve({ rows: [], total: 0 }),
    );

/**
 * Updates one record by the rules of its noun.
 *
 * @param check called with the row before it is written
 */
export async function updateRecord(
  unit: Unit,
  noun: string,
  rules: Rules,
  { id, ...input }: Row,
  check: (row: Row) => Promise<void>,
): Promise<Row> {
  const before = await unit.need(noun, String(id), 'update');
  const values = rules.updating ? await rules.updating(unit, before, input) : input;
  // After the noun's own rules: whoever may not edit this record does not learn from the 412 what is in it.
  await check(before);
  const row = await unit.updateRow(noun, before, values);
  await rules.updated?.(unit, row, before);
  return unit.need(noun, String(id), 'update');
}

/** Destroys one record by the rules of its noun; returns it as it was. */
export async function destroyRecord(unit: Unit, noun: string, rules: Rules, id: string): Promise<Row> {
  await unit.need(noun, id, 'destroy');
  await rules.destroying?.(unit, id);
  return unit.remove(noun, id);
}

export function standing(
  noun: string,
  rules: Rules = {},
): Record<'list' | 'get' | 'create' | 'update' | 'destroy', Handler> {
  const answer = async (unit: Unit, row: Row): Promise<Row> => ({
    ...(await unit.record(noun, row)),
    ...rules.answering?.(unit, row),
  });
  return {
    list: listing(noun),
    get: (context, { id }) => context.read(async (unit) => answer(unit, await unit.need(noun, String(id)))),
    create: (context, input) =>
      context.write(async (unit) => {
        const values = rules.creating ? await rules.creating(unit, input) : input;
        const row = await unit.insert(noun, values);
        await rules.created?.(unit, row);
        return answer(unit, await unit.need(noun, String(row['id']), 'create'));
      }),
    update: (context, input) =>
      context.write(async (unit) => {
        const check = (row: Row) => context.assertUnchanged(unit, row, (now) => answer(unit, now));
        return answer(unit, await updateRecord(unit, noun, rules, input, check));
      }),
    destroy: (context, { id }) => context.write((unit) => destroyRecord(unit, noun, rules, String(id))),
  };
}
