// The parameters of a request, read against its call: input, list criteria, relations.
import * as z from 'zod/mini';
import { CriteriaError, parseCriteria, type Criteria, type Kind } from '#contract/criteria.ts';
import { Id, Instant, unwrapSchema, type ObjectSchema } from '#contract/define.ts';
import type { Actor } from './actor.ts';
import { readInput } from './input.ts';
import { answersRecords, readPopulate, type Populating } from './populate.ts';
import { ApiError, invalidField } from './errors.ts';
import type { Route } from './routes.ts';
import type { Row } from '#server/db/engine.ts';
import type { Table } from './table.ts';

/** The parameters that a request sent. */
export interface SentParams {
  /** Query overridden by body. */
  params: Record<string, unknown>;
  /** The keys of `params` that came as text, in the query or in a form. */
  texts: ReadonlySet<string>;
}

/** The parameters of a request after validation. */
export interface Params {
  input: Row;
  /** Of a list, else null. */
  criteria: Criteria | null;
  populating: Populating;
}

/**
 * Reads what was sent. Path parameters win over all others.
 *
 * @throws ApiError E_INVALID_NEW_RECORD | E_INVALID_VALUES_TO_SET | E_INVALID_CRITERIA | E_INVALID_POPULATES | E_FORBIDDEN
 */
export function readParams(
  tables: ReadonlyMap<string, Table>,
  route: Route,
  sent: SentParams,
  actor: Actor | null,
): Params {
  const { populate: named, ...params } = { ...sent.params, ...route.params };
  const table = tables.get(route.noun);
  const populating = readPopulate(route, table, named, actor);
  if (!route.call.list) {
    // Destroyed records are answered as they were; in any other call a relation has no meaning, and is refused.
    const meant = answersRecords(route) || route.call.method === 'DELETE' || named === undefined;
    return {
      input: readInput(route.call, meant ? params : { ...params, populate: named }, sent.texts),
      criteria: null,
      populating,
    };
  }
  if (!table) throw new Error(`no table for ${route.noun}`);
  // Its path says of what it is a list; the rest is which of it.
  const asked = Object.fromEntries(Object.entries(params).filter(([key]) => !Object.hasOwn(route.params, key)));
  return {
    input: readInput(route.call, route.params, sent.texts),
    criteria: readCriteria(table, route, asked),
    populating,
  };
}

const readCriteria = (table: Table, { record }: Pick<Route, 'record'>, params: Row): Criteria =>
  understood(() => parseCriteria(params, readable(table, record), Object.keys(record.shape)));

/**
 * Reads a `where` in the body of a call that is no list.
 *
 * @throws ApiError E_INVALID_NEW_RECORD that names the key `where`
 */
export function readWhere(table: Table, record: ObjectSchema, where: unknown): Criteria {
  try {
    return readCriteria(table, { record }, { where });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw invalidField('E_INVALID_NEW_RECORD', 'where', error.extra.details?.[0] ?? error.message);
  }
}

/** Runs the parser of list parameters. @throws ApiError E_INVALID_CRITERIA */
export function understood<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof CriteriaError)) throw error;
    const { message } = error;
    const [path = ''] = message.split(':');
    throw new ApiError('E_INVALID_CRITERIA', message, {
      details: [message],
      issues: [{ path, code: 'invalid_value' }],
    });
  }
}

/** True for an attribute that holds the id of a record. */
const isId = (schema: z.ZodMiniType): boolean =>
  schema === Id || (schema instanceof z.ZodMiniObject && 'id' in schema.shape);

/** Only what the record shows, or the table derives for it, may be filtered or sorted on; anything else would leak by asking. */
function readable(table: Table, record: ObjectSchema): Record<string, Kind> {
  const shown: Record<string, Kind> = {};
  for (const [column, { kind }] of Object.entries(table.columns)) if (column in record.shape) shown[column] = kind;
  for (const [attribute, { kind }] of Object.entries(table.derived ?? {})) shown[attribute] = kind;
  if (table.organization !== null && 'organizationId' in record.shape) shown.organizationId = 'text';
  for (const attribute of Object.keys(shown)) {
    const schema = record.shape[attribute];
    if (schema && unwrapSchema(schema) === Instant) shown[attribute] = 'instant';
    if (schema && isId(unwrapSchema(schema))) shown[attribute] = 'id';
  }
  for (const attribute of table.unsearched ?? []) delete shown[attribute];
  return shown;
}
