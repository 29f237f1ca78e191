// The grammar of the contract: what a call and an entity are. Knows no noun.
import * as z from 'zod';
import { instantOf } from './time/instant.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
export type Action = 'create' | 'read' | 'readAll' | 'update' | 'destroy';
/** Who may make a call: everyone, any signed-in person, our own client by its key, or a person who holds model.action. */
export type May = 'public' | 'session' | 'client' | `${string}.${Action}`;

export interface Call<I extends z.ZodObject = z.ZodObject, R extends z.ZodType = z.ZodType> {
  readonly doc: string;
  readonly method: Method;
  /** Below `/api`, with `:name` for path parameters; a path parameter is a key of `input`. */
  readonly path: string;
  /** Path, query and body parameters together: the wire merges them, so their names are disjoint. */
  readonly input: I;
  readonly result: R;
  readonly may: May;
  /** Our clients may make it by their key as well as the people whom `may` names. */
  readonly client: boolean;
  /** True: the call takes where, sort, limit, skip, select and populate, and answers `X-Total-Count`. */
  readonly list: boolean;
  /** A GET that changes something: it needs the anti-forgery header too. */
  readonly changes: boolean;
  /** `socket`: only as a virtual request. */
  readonly carrier: 'any' | 'socket' | 'http';
  /** Authenticated by a signed token in its input: a worker sends it, which cannot read the anti-forgery cookie. */
  readonly byToken: boolean;
  /** The expected refusals beyond those that dispatch itself gives. */
  readonly refuses: readonly string[];
}

type Optional = 'may' | 'client' | 'list' | 'changes' | 'carrier' | 'byToken' | 'refuses' | 'input';
type Spec<I extends z.ZodObject, R extends z.ZodType> = Omit<Call<I, R>, Optional> & { may: May; input?: I } & Partial<
    Pick<Call, 'client' | 'list' | 'changes' | 'carrier' | 'byToken' | 'refuses'>
  >;

/** Declares one call. Defaults: no input, any carrier; anything but a GET changes something. */
export const call = <R extends z.ZodType, I extends z.ZodObject = z.ZodObject<Record<never, never>>>(
  spec: Spec<I, R>,
): Call<I, R> => ({
  client: spec.may === 'client',
  list: false,
  carrier: 'any',
  byToken: false,
  refuses: [],
  ...spec,
  changes: spec.changes ?? spec.method !== 'GET',
  input: (spec.input ?? z.object({})) as I,
});

export interface Entity<
  N extends string = string,
  S extends z.ZodObject = z.ZodObject,
  C extends Record<string, Call> = Record<string, Call>,
> {
  readonly noun: N;
  /** What anyone outside the server ever sees of it. Never holds a secret. */
  readonly record: S;
  /** The key of the record that names its organization (`id` for the organization itself), null for a global noun. */
  readonly organization: string | null;
  /** Nouns whose changes make this one's records stale. */
  readonly derivesFrom: readonly string[];
  readonly calls: C;
  /** The entry of the noun in the navigation of the app; needs `<noun>.read`. Null: no entry of its own. */
  readonly navigation: Navigation | null;
}

export interface Navigation {
  /** Address of the list screen. */
  readonly path: `/admin/${string}`;
  /** Heading under which the app lists it. */
  readonly section: 'fleet' | 'people';
}

/** Declares one noun with its record and its calls. */
export const entity = <N extends string, S extends z.ZodObject, C extends Record<string, Call>>(
  noun: N,
  spec: Omit<Entity<N, S, C>, 'noun' | 'derivesFrom' | 'navigation'> & {
    derivesFrom?: readonly string[];
    navigation?: Navigation;
  },
): Entity<N, S, C> => ({ derivesFrom: [], navigation: null, ...spec, noun });

export const Id = z.uuid({ error: 'must be a UUID' });
const INSTANT_LENGTH = '2026-11-21T02:58:00.000Z'.length;
/** Taken in any precision, and always in one form afterwards; most are in it already. */
export const Instant = z.iso
  .datetime('must be an instant such as 2026-11-21T02:58:00.000Z')
  .overwrite((text) => (text.length === INSTANT_LENGTH ? text : (instantOf(text) ?? text)));
export const Reference = z.object({ id: Id, name: z.string() });
export const name = (max = 200) =>
  z.string().trim().min(1, 'must not be empty').max(max, `must have at most ${max} characters`);
export const text = (max: number) => z.string().max(max, `must have at most ${max} characters`);
export const whole = (min: number, max: number) =>
  z
    .number('must be a number')
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

/**
 * True for the calls that update one record. They take `If-Match: "<editedAt>"`, and their records carry `editedAt`: it moves
 * when a writable attribute is written, `updatedAt` also at each report.
 */
export const isUpdate = ({ method }: Pick<Call, 'method'>): boolean => method === 'PATCH';

/** What a schema is about where there is something: without what makes it optional, nullable or filled in. */
export function bareOf(schema: z.ZodType): z.ZodType {
  let bare = schema;
  while (bare instanceof z.ZodOptional || bare instanceof z.ZodNullable || bare instanceof z.ZodDefault)
    bare = bare.unwrap() as z.ZodType;
  return bare;
}

const byId = z.object({ id: Id });

/**
 * The five standing calls of a plain noun. `writes` are the keys a person may set; those without a default are required.
 * `refuses` are the words of the noun's own rules.
 */
export const crud = <N extends string, S extends z.ZodObject, W extends z.ZodObject>(
  noun: N,
  record: S,
  writes: W,
  refuses: { create?: string[]; update?: string[]; destroy?: string[] } = {},
) => ({
  list: call({
    doc: `Lists ${noun} records.`,
    method: 'GET',
    path: `/${noun}`,
    result: z.array(record),
    may: `${noun}.read`,
    list: true,
  }),
  get: call({
    doc: `Reads one ${noun}.`,
    method: 'GET',
    path: `/${noun}/:id`,
    input: byId,
    result: record,
    may: `${noun}.read`,
  }),
  create: call({
    doc: `Creates one ${noun}.`,
    method: 'POST',
    path: `/${noun}`,
    input: writes,
    result: record,
    may: `${noun}.create`,
    refuses: refuses.create ?? [],
  }),
  update: call({
    doc: `Changes the given keys of one ${noun}.`,
    method: 'PATCH',
    path: `/${noun}/:id`,
    input: patch(writes),
    result: record,
    may: `${noun}.update`,
    refuses: refuses.update ?? [],
  }),
  destroy: call({
    doc: `Destroys one ${noun}.`,
    method: 'DELETE',
    path: `/${noun}/:id`,
    input: byId,
    result: record,
    may: `${noun}.destroy`,
    refuses: refuses.destroy ?? [],
  }),
});

/** The same keys, all optional and without their defaults, plus the id: an update carries only what changes. */
export const patch = <W extends z.ZodObject>(writes: W) => {
  const shape: Record<string, z.ZodType> = { id: Id };
  for (const [key, schema] of Object.entries(writes.shape as Record<string, z.ZodType>)) {
    shape[key] = (schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema).optional();
  }
  return z.object(shape) as unknown as z.ZodObject<
    { id: typeof Id } & { [K in keyof W['shape']]: z.ZodOptional<Bare<W['shape'][K]>> }
  >;
};
type Bare<T> = T extends z.ZodDefault<infer U> ? U : T;

export type InputOf<C extends Call> = z.input<C['input']>;
export type ParsedOf<C extends Call> = z.output<C['input']>;
export type ResultOf<C extends Call> = z.output<C['result']>;

/** What an event or an answer says of one record (spec/wire.md 2). */
export type Change =
  | { verb: 'created'; id: string; data: Record<string, unknown> }
  | { verb: 'updated'; id: string; data: Record<string, unknown>; previous?: Record<string, unknown> }
  | { verb: 'destroyed'; id: string; previous: Record<string, unknown> };
