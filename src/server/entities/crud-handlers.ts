// The five standing handlers of a plain noun; an entity overrides those that it has rules for.
import { also, type Criteria, type Term } from '#contract/criteria.ts';
import type { Call, ParsedOf } from '#contract/define.ts';
import type { Contract } from '#contract/index.ts';
import type { AnyHandler, Context, Handlers } from '#server/pipeline/dispatch.ts';
import type { NewRowFor, Noun, RecordFor, Row, RowFor } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';

type Standing = 'list' | 'get' | 'create' | 'update' | 'destroy';
/** The nouns with all five. */
type StandingNoun = {
  [N in keyof Contract & Noun]: Standing extends keyof Contract[N]['calls'] ? N : never;
}[keyof Contract & Noun];
type Input<N extends StandingNoun, C extends Standing> = C extends keyof Contract[N]['calls']
  ? ParsedOf<Extract<Contract[N]['calls'][C], Call>>
  : never;
/** The input of an update without its id. */
type Values<N extends StandingNoun> = Omit<Input<N, 'update'>, 'id'>;

/** The rules of one noun. Without `creating` and `updating` the input is written as it is. */
export interface Rules<N extends StandingNoun> {
  /** Completes or refuses the values of a new row, before it is written. */
  beforeCreate?(unit: Unit, input: Input<N, 'create'>): Promise<NewRowFor<N>> | NewRowFor<N>;
  afterCreate?(unit: Unit, row: RowFor<N>): Promise<void>;
  /** Completes or refuses the values that an update writes. */
  beforeUpdate?(unit: Unit, row: RowFor<N>, values: Values<N>): Promise<Partial<RowFor<N>>> | Partial<RowFor<N>>;
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

/**
 * Updates one record by the rules of its noun.
 *
 * @param check called with the row before it is written
 */
export async function updateRecord<N extends StandingNoun>(
  unit: Unit,
  noun: N,
  rules: Rules<N>,
  { id, ...input }: Values<N> & { id: string },
  check: (row: RowFor<N>) => Promise<void>,
): Promise<RowFor<N>> {
  const before = await unit.need(noun, id, 'update');
  // A noun without a rule names its attributes as its columns.
  const values = rules.beforeUpdate
    ? await rules.beforeUpdate(unit, before, input as unknown as Values<N>)
    : (input as unknown as Partial<RowFor<N>>);
  // After the noun's own rules: whoever may not edit this record does not learn from the 412 what is in it.
  await check(before);
  const row = await unit.updateRow(noun, before, values);
  await rules.afterUpdate?.(unit, row, before);
  return unit.need(noun, id, 'update');
}

/** Destroys one record by the rules of its noun; returns it as it was. */
export async function destroyRecord<N extends StandingNoun>(
  unit: Unit,
  noun: N,
  rules: Rules<N>,
  id: string,
): Promise<Row> {
  await unit.need(noun, id, 'destroy');
  await rules.beforeDestroy?.(unit, id);
  return unit.remove(noun, id);
}

export function crudHandlers<N extends StandingNoun>(noun: N, rules: Rules<N> = {}): Pick<Handlers[N], Standing> {
  const answer = async (unit: Unit, row: RowFor<N>): Promise<Row> => ({
    ...(await unit.record(noun, row)),
    ...rules.toAnswer?.(unit, row),
  });
  const handlers: Record<Standing, AnyHandler> = {
    list: listHandler(noun),
    get: (context, { id }) => context.read(async (unit) => answer(unit, await unit.need(noun, String(id)))),
    create: (context, input) =>
      context.write(async (unit) => {
        const values = rules.beforeCreate ? await rules.beforeCreate(unit, input as Input<N, 'create'>) : input;
        const row = await unit.insert(noun, values as NewRowFor<N>);
        await rules.afterCreate?.(unit, row);
        return answer(unit, await unit.need(noun, row.id, 'create'));
      }),
    update: (context, input) =>
      context.write(async (unit) => {
        const check = (row: RowFor<N>) => context.assertUnchanged(unit, row, (now) => answer(unit, now as RowFor<N>));
        return answer(unit, await updateRecord(unit, noun, rules, input as Values<N> & { id: string }, check));
      }),
    destroy: (context, { id }) => context.write((unit) => destroyRecord(unit, noun, rules, String(id))),
  };
  // Each call's schema made its input, so the handlers fit the calls of the noun.
  return handlers as unknown as Pick<Handlers[N], Standing>;
}
