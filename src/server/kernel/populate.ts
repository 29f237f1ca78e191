// The `populate` parameter: which relations an answer carries. To-one relations stand in every record unless it says false.
import * as z from 'zod';
import { unwrapSchema } from '#contract/define.ts';
import { CriteriaError, parsePopulate } from '#contract/criteria.ts';
import { may } from '#contract/permissions.ts';
import type { Actor } from './actor.ts';
import { Refusal, forbidden } from './refusal.ts';
import type { Route } from './router.ts';
import type { Row } from './store.ts';
import type { Table, Unit } from './unit.ts';

export interface Populating {
  /** To-many relations to add. */
  many: string[];
  /** What a selection keeps: the to-one relations that are shown, and all that was named. */
  kept: string[];
  /** To-one relations to show as the bare id. */
  bare: string[];
}

export const nothing: Populating = { many: [], kept: [], bare: [] };

/** Whether the answer is made of the noun's own records; only then there is something to populate. */
export const answersRecords = ({ call, record }: Pick<Route, 'call' | 'record'>): boolean =>
  call.method !== 'DELETE' && (call.list || call.result === record);

/** @throws Refusal E_INVALID_POPULATES for what is no relation, E_FORBIDDEN for what the actor may not read */
export function readPopulate(route: Route, table: Table | undefined, value: unknown, actor: Actor | null): Populating {
  if (!table || !answersRecords(route)) return nothing;
  const populates = table.populates ?? {};
  const ones = toOnes(table, route.record);
  const names = parsed(value, [...ones, ...Object.keys(populates)]);
  if (names === false) return { ...nothing, bare: ones };
  const many = (names ?? []).filter((name) => Object.hasOwn(populates, name));
  for (const name of many) assertMayRead(actor, String(populates[name]?.noun));
  return { many, kept: [...ones, ...many], bare: [] };
}

function parsed(value: unknown, known: string[]): string[] | null | false {
  try {
    return parsePopulate(value, known);
  } catch (error) {
    if (!(error instanceof CriteriaError)) throw error;
    throw new Refusal('E_INVALID_POPULATES', 'The populate parameter is not valid.', {
      details: [error.message],
    });
  }
}

function assertMayRead(actor: Actor | null, noun: string): void {
  if (actor?.kind === 'person' && may(actor.rights, `${noun}.read`)) return;
  throw forbidden(`You do not have permission to read the populated ${noun} records.`);
}

/** Columns that hold an id, and for which the record shows what that id names. */
function toOnes(table: Table, record: z.ZodObject): string[] {
  return Object.keys(table.columns).filter((column) => {
    const schema = record.shape[column] as z.ZodType | undefined;
    const shown = schema && unwrapSchema(schema);
    return shown instanceof z.ZodObject && 'id' in shown.shape;
  });
}

/** All that a record of the noun may be linked to, by the names that `populate` knows. */
export const relationsOf = (table: Table, record: z.ZodObject): string[] => [
  ...toOnes(table, record),
  ...Object.keys(table.populates ?? {}),
];

/** The same records with what was asked for beside them: a list each, empty where there is nothing. */
export async function populate(unit: Unit, table: Table, { many }: Populating, rows: Row[]): Promise<Row[]> {
  const filled = rows.map((row) => ({ ...row }));
  const ids = rows.map((row) => String(row['id']));
  for (const name of ids.length > 0 ? many : []) {
    const found = await table.populates?.[name]?.of(unit, ids);
    for (const row of filled) row[name] = found?.get(String(row['id'])) ?? [];
  }
  return filled;
}

/** With `populate=false` a to-one relation is its id. */
export const bared = ({ bare }: Populating, row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      bare.includes(key) && value !== null ? (value as { id: unknown }).id : value,
    ]),
  );
