// The CRUD handlers of a plain noun; an entity overrides those that it has rules for.
import { also, type Criteria, type Term } from '#contract/criteria.ts';
import type { Call, ParsedOf } from '#contract/define.ts';
import type { Contract } from '#contract/index.ts';
import type { Context } from '#server/pipeline/dispatch.ts';
import type { NewRowFor, Noun, RecordFor, Row, RowFor } from '#server/db/engine.ts';
import { notFound } from '#server/pipeline/errors.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';

export type CrudCall = 'list' | 'get' | 'create' | 'update' | 'destroy';
/** The nouns with all five calls. */
export type CrudNoun = {
  [N in keyof Contract & Noun]: CrudCall extends keyof Contract[N]['calls'] ? N : never;
}[keyof Contract & Noun];
type Input<N extends CrudNoun, C extends CrudCall> = C extends keyof Contract[N]['calls']
  ? ParsedOf<Extract<Contract[N]['calls'][C], Call>>
  : never;
type UpdateInput<N extends CrudNoun> = Input<N, 'update'> & { id: string };
/** The input of an update without its id. */
type Values<N extends CrudNoun> = Omit<UpdateInput<N>, 'id'>;

/** The rules of one noun. */
export interface Rules<N extends CrudNoun> {
  /** Completes or refuses the values of a new row, before it is written. */
  beforeCreate(unit: Unit, input: Input<N, 'create'>): Promise<NewRowFor<N>> | NewRowFor<N>;
  afterCreate?(unit: Unit, row: RowFor<N>): Promise<void>;
  /** Completes or refuses the values that an update writes. */
  beforeUpdate(unit: Unit, row: RowFor<N>, values: Values<N>): Promise<Partial<RowFor<N>>> | Partial<RowFor<N>>;
  afterUpdate?(unit: Unit, row: RowFor<N>, before: RowFor<N>): Promise<void>;
  beforeDestroy?(unit: Unit, id: string): Promise<void>;
  /** Returns the attributes that the answer with one record has beyond the record of lists and events. */
  toAnswer?(unit: Unit, row: RowFor<N>): Row;
}

/** A list of a noun, narrowed by one more term where one is given. */
export const listHandler =
  <N extends Noun>(noun: N, term?: Term) =>
  (context: Context, _input: unknown, criteria: Criteria | null): Promise<{ rows: RecordFor<N>[]; total: number }> =>
    context.read((unit) =>
      criteria ? unit.list(noun, term ? also(criteria, term) : criteria) : Promise.resolve({ rows: [], total: 0 }),
    );

/** One record of a noun. */
export const getHandler =
  <N extends Noun>(noun: N) =>
  (context: Context, { id }: { id: string }): Promise<RecordFor<N>> =>
    context.read(async (unit) => unit.record(noun, await unit.need(noun, id)));

/**
 * Updates one record by the rules of its noun.
 *
 * @param check called with the row before it is written
 */
export async function updateRecord<N extends CrudNoun>(
  unit: Unit,
  noun: N,
  rules: Pick<Rules<N>, 'beforeUpdate' | 'afterUpdate'>,
  { id, ...input }: UpdateInput<N>,
  check: (row: RowFor<N>) => Promise<void>,
): Promise<RowFor<N>> {
  const before = await unit.need(noun, id, 'update');
  const values = await rules.beforeUpdate(unit, before, input);
  // After the noun's own rules: whoever may not edit this record does not learn from the 412 what is in it.
  await check(before);
  const row = await unit.updateRow(noun, before, values);
  await rules.afterUpdate?.(unit, row, before);
  return unit.need(noun, id, 'update');
}

/** The update of a noun whose answer is the record of lists and events. */
export const updateHandler =
  <N extends CrudNoun>(noun: N, rules: Pick<Rules<N>, 'beforeUpdate' | 'afterUpdate'>) =>
  (context: Context, input: UpdateInput<N>): Promise<RecordFor<N>> =>
    context.write(async (unit) => {
      const check = (row: RowFor<N>) => context.assertUnchanged(unit, row);
      return unit.record(noun, await updateRecord(unit, noun, rules, input, check));
    });

/** Destroys one record by the rules of its noun; returns it as it was. */
export async function destroyRecord<N extends CrudNoun>(
  unit: Unit,
  noun: N,
  rules: Pick<Rules<N>, 'beforeDestroy'>,
  id: string,
): Promise<Row> {
  await unit.need(noun, id, 'destroy');
  await rules.beforeDestroy?.(unit, id);
  return unit.remove(noun, id);
}

/** Returns the handlers of the five CRUD calls of a noun. */
export function crudHandlers<N extends CrudNoun>(noun: N, rules: Rules<N>) {
  const answer = async (unit: Unit, row: RowFor<N>): Promise<Row> => ({
    ...(await unit.record(noun, row)),
    ...rules.toAnswer?.(unit, row),
  });
  return {
    list: listHandler(noun),
    get: (context: Context, { id }: { id: string }) =>
      context.read(async (unit) => answer(unit, await unit.need(noun, id))),
    create: (context: Context, input: Input<N, 'create'>) =>
      context.write(async (unit) => {
        const row = await unit.insert(noun, await rules.beforeCreate(unit, input));
        await rules.afterCreate?.(unit, row);
        return answer(unit, await unit.need(noun, row.id, 'create'));
      }),
    update: (context: Context, input: UpdateInput<N>) =>
      context.write(async (unit) => {
        const check = (row: RowFor<N>) => context.assertUnchanged(unit, row, (now) => answer(unit, now));
        return answer(unit, await updateRecord(unit, noun, rules, input, check));
      }),
    destroy: (context: Context, { id }: { id: string }) =>
      context.write((unit) => destroyRecord(unit, noun, rules, id)),
  };
}

/** Returns the handler that destroys the one row of a join that links two records. */
export const destroyPairHandler =
  <N extends 'usergroup' | 'userorg'>(noun: N, remove: (unit: Unit, row: RowFor<N>) => Promise<RecordFor<N>>) =>
  (context: Context, pair: Partial<RowFor<N>>): Promise<RecordFor<N>> =>
    context.write(async (unit) => {
      const row = await unit.findBy(noun, pair, 'destroy');
      if (!row) throw notFound();
      return remove(unit, row);
    });
