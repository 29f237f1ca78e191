// The `populate` parameter: which relations an answer carries. To-one relations stand in every record unless it says false.
import * as z from 'zod/mini';
import { unwrapSchema, type ObjectSchema } from '#contract/define.ts';
import { CriteriaError, parsePopulate } from '#contract/criteria.ts';
import { may } from '#contract/permissions.ts';
import type { Actor } from './actor.ts';
import { ApiError, forbidden } from './errors.ts';
import type { Route } from './routes.ts';
import { propertyOf } from '#server/unknown.ts';
import type { Row } from '#server/db/engine.ts';
import type { Table } from './table.ts';
import type { Unit } from './unit-of-work.ts';

/** The relations of one answer, as its `populate` parameter asks for them. */
export interface Populating {
  /** To-many relations to add. */
  many: string[];
  /** The relations that a selection includes: the to-one relations that are shown, and all that were named. */
  populated: string[];
  /** To-one relations to show as the bare id. */
  bare: string[];
}

/** For answers that are not made of records of the noun. */
export const nothing: Populating = { many: [], populated: [], bare: [] };

/** Whether the answer is made of the noun's own records; only then there is something to populate. Facts without an id are none. */
export const answersRecords = ({ call, record }: Pick<Route, 'call' | 'record'>): boolean =>
  call.method !== 'DELETE' && (call.list || call.result === record) && 'id' in record.shape;

/** @throws ApiError E_INVALID_POPULATES for what is no relation, E_FORBIDDEN for what the actor may not read */
export function readPopulate(route: Route, table: Table | undefined, value: unknown, actor: Actor | null): Populating {
  if (!table || !answersRecords(route)) return nothing;
  const populates = table.populates ?? {};
  const ones = toOnes(table, route.record);
  const names = parsed(value, [...ones, ...Object.keys(populates)]);
  if (names === false) return { ...nothing, bare: ones };
  const mayRead = (name: string) => mayReadNoun(actor, String(populates[name]?.noun));
  const isUnasked = names === null && route.name === 'get' && table.populatesUnasked;
  const many = isUnasked
    ? Object.keys(populates).filter(mayRead)
    : (names ?? []).filter((name) => Object.hasOwn(populates, name));
  for (const name of many) if (!mayRead(name)) throw mayNotRead(String(populates[name]?.noun));
  return { many, populated: [...ones, ...many], bare: [] };
}

function parsed(value: unknown, known: string[]): string[] | null | false {
  try {
    return parsePopulate(value, known);
  } catch (error) {
    if (!(error instanceof CriteriaError)) throw error;
    throw new ApiError('E_INVALID_POPULATES', 'The populate parameter is not valid.', {
      details: [error.message],
    });
  }
}

const mayReadNoun = (actor: Actor | null, noun: string): boolean =>
  actor?.kind === 'person' && may(actor.rights, `${noun}.read`);
const mayNotRead = (noun: string): ApiError =>
  forbidden(`You do not have permission to read the populated ${noun} records.`);

/** Columns that hold an id, and for which the record shows what that id names. */
function toOnes(table: Table, record: ObjectSchema): string[] {
  return Object.keys(table.columns).filter((column) => {
    const schema = record.shape[column];
    const shown = schema && unwrapSchema(schema);
    return shown instanceof z.ZodMiniObject && 'id' in shown.shape;
  });
}

/** All that a record of the noun may be linked to, by the names that `populate` knows. */
export const relationsOf = (table: Table, record: ObjectSchema): string[] => [
  ...toOnes(table, record),
  ...Object.keys(table.populates ?? {}),
];

/** Of one record at most so many are shown; the path of the relation has all of them, page by page. */
const MOST_OF_ONE = 1000;
/** Of all records of a list together. */
const MOST_OF_LIST = 5_000;

function tooMany(name: string): ApiError {
  const rule = `populate: \`${name}\` is limited to ${MOST_OF_LIST} records in a list. Use a smaller \`limit\`.`;
  return new ApiError('E_INVALID_POPULATES', rule, { details: [rule] });
}

/** The same record with what was asked for beside it: a list each, empty where there is nothing. */
export async function populate(unit: Unit, table: Table, { many }: Populating, row: Row): Promise<Row> {
  const filled = { ...row };
  const id = String(row.id);
  for (const name of many) filled[name] = (await table.populates?.[name]?.of(unit, [id], MOST_OF_ONE))?.get(id) ?? [];
  return filled;
}

/** The same for the rows of a list. @throws ApiError E_INVALID_POPULATES */
export async function populateAll(unit: Unit, table: Table, { many }: Populating, rows: Row[]): Promise<Row[]> {
  const filled = rows.map((row) => ({ ...row }));
  const ids = rows.map((row) => String(row.id));
  for (const name of ids.length > 0 ? many : []) {
    const found = (await table.populates?.[name]?.of(unit, ids, MOST_OF_LIST + 1)) ?? new Map<string, Row[]>();
    if ([...found.values()].reduce((sum, own) => sum + own.length, 0) > MOST_OF_LIST) throw tooMany(name);
    for (const row of filled) row[name] = found.get(String(row.id)) ?? [];
  }
  return filled;
}

/** With `populate=false` a to-one relation is its id. */
export const bared = ({ bare }: Populating, row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      bare.includes(key) && value !== null ? propertyOf(value, 'id') : value,
    ]),
  );
