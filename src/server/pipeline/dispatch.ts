// The dispatcher behind both transports: route, session, permission, input, unit, handler, answer, changes. In this order, once.
import type * as z from 'zod/mini';
import type { Call, Entity, ParsedOf } from '#contract/define.ts';
import type { Contract } from '#contract/index.ts';
import { parsePage, type Criteria } from '#contract/criteria.ts';
import type { ErrorBody } from '#contract/errors.ts';
import type { Actor } from './actor.ts';
import { csvAnswer } from './csv.ts';
import { excludedSocketOf, type FindAnsweredRecord } from './answered-record.ts';
import { assertUnchanged, readIfMatch } from './if-match.ts';
import type { Log } from './logger.ts';
import { originOf } from './audit-source.ts';
import { outageOf, type Outage } from './outage.ts';
import { writeUnit, type UnitOfWorkOptions } from './on-commit.ts';
import { bared, populate, populateAll, type Populating } from './populate.ts';
import { assertOwnRequest, assertTrusted, authorize, unauthorized } from './authorize.ts';
import { readParams, understood, type SentParams } from './read-params.ts';
import { ApiError, notFound } from './errors.ts';
import { relatedTo, relationOf } from './relation.ts';
import { makeRouter, type Route, type Router } from './routes.ts';
import { personAgain } from '#server/auth/session.ts';
import { asObject, asObjects, propertyOf } from '#server/unknown.ts';
import type { AnyRow, Db, Row } from '#server/db/engine.ts';
import type { Table } from './table.ts';
import type { UnitHost } from './unit-host.ts';
import { Unit } from './unit-of-work.ts';

/** A call as both transports hand it over. Nothing of it is checked yet. */
export interface Request {
  /** Its answer carries it, as does what the log says of its failure. */
  id: string;
  method: string;
  path: string;
  /**
   * Reads what was sent, once it is known that it may be: the path wins over it.
   *
   * @throws ApiError E_BAD_BODY
   */
  read(): SentParams;
  carrier: 'http' | 'socket';
  ip: string;
  agent: string;
  /** Where the page stands that asks, by the browser's word, and only where that is this server; null where it says none. */
  origin: string | null;
  /** The opaque session id from the cookie, or null. */
  sessionId: string | null;
  /** The cookie that says who signed in there before; see `KnownBrowser`. */
  knownBrowser: string | null;
  /** A request with a client key is from that client or from nobody: its session does not count. */
  clientKey: { key: string; instance: string } | null;
  /** False where the anti-forgery token was missing or wrong: only checked where a call changes something. */
  trusted: boolean;
  /** The socket of the request or of its X-Socket-Id: it joins rooms, and gets no event of the record that is answered. */
  socketId: string | null;
  /** The header of that name; null where there is none. */
  ifMatch: string | null;
  /** The user of a queued request, from its X-User-Id; null where it says none. */
  userId: string | null;
  /** True where the answer of a list is to be CSV; only over HTTP. */
  wantsCsv?: boolean;
}

/** An answer as both transports send it. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  /** The body as text in parts, in the place of `body`. */
  stream?: AsyncIterable<string>;
  /** The body has what `<noun>.read` lets a person see, and no secret: HTTP may compress it. */
  hasRecords?: boolean;
  /** A new session id to hand out, null to take the cookie away, undefined to leave it. */
  sessionId?: string | null;
  /** The cookie of a browser in which somebody signed in. */
  knownBrowser?: string;
  /** The session goes on: the cookie is handed out again, so that it does not end before the session. */
  renewed?: boolean;
}

/** The second argument of a handler. `write` and `read` open units; handlers that need only one are `inUnit`. */
export interface Context {
  request: Request;
  actor: Actor | null;
  now(): string;
  read<T>(work: (unit: Unit) => Promise<T>, as?: Actor): Promise<T>;
  write<T>(work: (unit: Unit) => Promise<T>, as?: Actor): Promise<T>;
  /**
   * Compares a row that is about to be updated with the If-Match of the request. Call it in the unit that writes: the row must
   * be read there. `answer` makes the record of the 412, where the call answers with more than `unit.record`.
   *
   * @throws ApiError E_CHANGED
   */
  assertUnchanged<R extends AnyRow>(unit: Unit, row: R, answer?: (row: R) => Promise<Row>): Promise<void>;
  answer: Pick<Answer, 'sessionId' | 'knownBrowser' | 'renewed'>;
}
/** Answers one call. `criteria`: the list parameters, null where the call is no list. */
export type Handler<C extends Call> = (
  context: Context,
  input: ParsedOf<C>,
  criteria: Criteria | null,
) => Promise<z.input<C['result']> | Page>;
/** A page of a list. */
interface Page {
  rows: readonly object[];
  total: number;
}
/** A handler for every call of every noun. */
export type Handlers = {
  [N in keyof Contract]: { [K in keyof Contract[N]['calls']]: Handler<CallOf<N, K>> };
};
type CallOf<N extends keyof Contract, K extends keyof Contract[N]['calls']> = Extract<Contract[N]['calls'][K], Call>;
/** The handler of a call that is known only at run time: its input was validated by that call's schema. */
export type AnyHandler = (context: Context, input: never, criteria: Criteria | null) => Promise<unknown>;

/** The parts that the dispatcher needs. `actorOf` returns null where nobody is signed in, and throws for a client key that another instance claimed. */
export interface Pipeline extends UnitOfWorkOptions, UnitHost {
  entities: readonly Entity[];
  handlers: Readonly<Record<string, Readonly<Record<string, AnyHandler>>>>;
  now(): string;
  log: Log;
  findAnsweredRecord: FindAnsweredRecord;
  actorOf(request: Request): Promise<Actor | null>;
}

/** Answers one request; never rejects. */
export type Dispatch = (request: Request) => Promise<Answer>;

/** Returns the dispatcher. Every expected error comes back as an answer; nothing is thrown. */
export function makeDispatch(pipeline: Pipeline): Dispatch {
  const route = makeRouter(pipeline.entities);
  return async (request) => {
    try {
      return await handle(pipeline, route, request);
    } catch (error) {
      return refuse(pipeline, { id: request.id, method: request.method, path: loggedPath(route, request) }, error);
    }
  };
}

/** Of a call by token, which may stand in its path, only the pattern: logs never hold a secret. */
function loggedPath(router: Router, { method, path }: Request): string {
  const call = router(method, path)?.call;
  return call?.byToken ? call.path : path;
}

async function handle(pipeline: Pipeline, router: Router, request: Request): Promise<Answer> {
  const called = router(request.method, request.path);
  const relation = called ? null : relationOf(router, pipeline.tables, request);
  const route = called ?? relation?.route ?? null;
  const actor = await pipeline.actorOf(request);
  assertTrusted(route, request, actor);
  assertOwnRequest(request, actor);
  if (!route) throw actor ? notFound() : unauthorized();
  authorize(route.call, actor, request);
  const sent = request.read();
  const meant = relation ? { ...sent, params: { populate: relation.name } } : sent;
  const { input, criteria, populating } = readParams(pipeline.tables, route, meant, actor);
  const page = relation && understood(() => parsePage(sent.params));
  const context = makeContext(pipeline, actor, request, route);
  const handler = pipeline.handlers[route.noun]?.[route.name];
  if (!handler) throw new Error(`no handler for ${route.noun}.${route.name}`);
  // `readParams` parsed it by the schema of this call.
  const handle = (by: Criteria | null) => handler(context, input as never, by);
  const table = pipeline.tables.get(route.noun);
  if (relation && page && table) {
    const record = asObject(await handle(criteria));
    const related = await context.read((unit) => relatedTo(unit, table, relation.name, record, page));
    const { body } = respond(route, { ...record, [relation.name]: related.body }, null, populating, context);
    return { status: 200, headers: counted(related.total), body: propertyOf(body, relation.name), ...context.answer };
  }
  const answer = async (by: Criteria | null): Promise<Answer> => {
    const result = await handle(by);
    const isFilled = table && populating.many.length > 0;
    return respond(route, isFilled ? await fill(context, table, populating, result) : result, by, populating, context);
  };
  if (!request.wantsCsv || !criteria) return answer(criteria);
  const readRows = async (by: Criteria) => {
    const { body, headers } = await answer(by);
    return { rows: asObjects(body), total: Number(headers['x-total-count']) };
  };
  return { ...(await csvAnswer(route, criteria, readRows)), ...context.answer };
}

/** Of a list its rows, else the one record. */
async function fill(context: Context, table: Table, populating: Populating, result: unknown): Promise<unknown> {
  return context.read(async (unit) => {
    const whole = asObject(result);
    if (!Array.isArray(whole.rows)) return populate(unit, table, populating, whole);
    return { ...whole, rows: await populateAll(unit, table, populating, asObjects(whole.rows)) };
  });
}

function makeContext(pipeline: Pipeline, actor: Actor | null, request: Request, route: Route): Context {
  const { call } = route;
  const expected = readIfMatch(route, request.ifMatch);
  const open = (db: Db, as?: Actor) => {
    const who = as ?? actor;
    if (!who) throw unauthorized();
    const unit = new Unit(db, pipeline, who, pipeline.now());
    // The actor of the request, even where the unit has the rights of another.
    unit.origin = originOf(actor, request);
    return unit;
  };
  /** Handlers may have waited long before they write: a session or a right that was lost meanwhile counts. */
  const still = async (unit: Unit): Promise<Unit> => {
    if (actor?.kind !== 'person' || call.may === 'public') return unit;
    const again = await personAgain(unit, actor);
    authorize(call, again, request);
    return again && unit.actor === actor ? unit.as(again) : unit;
  };
  return {
    request,
    actor,
    now: pipeline.now,
    answer: {},
    assertUnchanged: (unit, row, answer) => assertUnchanged(route, expected, actor, unit, row, answer),
    read: (work, as) => pipeline.store.read((db) => work(open(db, as))),
    write(work, as) {
      const asStill = async (unit: Unit) => work(await still(unit));
      const excluded = (result: unknown) => excludedSocketOf(request, pipeline.findAnsweredRecord(call, result));
      return writeUnit(pipeline, (db) => open(db, as), asStill, excluded);
    },
  };
}

function respond(
  route: Route,
  result: unknown,
  criteria: Criteria | null,
  populating: Populating,
  context: Context,
): Answer {
  const hasRecords = route.call.may.endsWith('.read');
  if (route.call.list && criteria) {
    const { rows, total } = asObject(result);
    const shown = asObjects(bareAll(populating, route.call.result.parse(rows)));
    const body = pick(shown, criteria, populating);
    return { status: 200, headers: counted(Number(total)), body, hasRecords, ...context.answer };
  }
  const body = bareAll(populating, route.call.result.parse(result));
  return {
    status: 200,
    headers: counted(Array.isArray(body) ? body.length : null),
    body,
    hasRecords,
    ...context.answer,
  };
}

const counted = (total: number | null): Record<string, string> =>
  total === null ? {} : { 'x-total-count': String(total) };

function bareAll(populating: Populating, parsed: unknown): unknown {
  if (populating.bare.length === 0) return parsed;
  return Array.isArray(parsed)
    ? asObjects(parsed).map((row) => bared(populating, row))
    : bared(populating, asObject(parsed));
}

function pick(rows: Row[], { select, omit }: Criteria, { populated }: Populating): Row[] {
  const wanted = select && new Set(['id', ...select, ...populated]);
  if (wanted) return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => wanted.has(key))));
  return omit.length === 0
    ? rows
    : rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => key === 'id' || !omit.includes(key))));
}

const AWAY_RETRY_SECONDS = 5;

const outageRefusals: Record<Outage, () => ApiError> = {
  disk: () => new ApiError('E_DISK_FULL', 'The disk of the server is full. Nothing was saved.'),
  database: () =>
    new ApiError('E_UNAVAILABLE', 'The database cannot be reached. Try again later.', {}, AWAY_RETRY_SECONDS),
};

function refuse(pipeline: Pipeline, request: Pick<Request, 'id' | 'method' | 'path'>, thrown: unknown): Answer {
  const outage = outageOf(thrown);
  const error = outage ? outageRefusals[outage]() : thrown;
  if (outage) pipeline.log.failure(outage === 'disk' ? 'the disk is full' : 'the database is away', thrown, request.id);
  if (error instanceof ApiError) {
    const headers: Record<string, string> = error.retryAfterSeconds
      ? { 'retry-after': String(error.retryAfterSeconds) }
      : {};
    return { status: error.status, headers, body: error.body() };
  }
  const requestId = pipeline.log.failure(`${request.method} ${request.path}`, error, request.id);
  const body: ErrorBody = { code: 'E_INTERNAL', message: 'Internal Server Error', requestId };
  return { status: 500, headers: {}, body };
}
