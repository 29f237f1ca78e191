// The grammar of the contract: declares calls, entities and the schemas that every noun uses. Knows no noun.
import * as z from 'zod/mini';
import { instantOf } from './time/instant.ts';

/** HTTP methods of calls. Over a socket it is the name of the event, in lower case. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
/**
 * Actions of a permission. `readAll` reads the records of every organization and includes `read`. `download` returns the content
 * of a backup and `readKey` the key of a client; `readAll` does not extend them to other organizations.
 */
export const actions = ['create', 'read', 'readAll', 'update', 'destroy', 'download', 'readKey'] as const;
/** One of `actions`. */
export type Action = (typeof actions)[number];
/**
 * The permission that a call needs. `public`: none. `session`: a signed-in user. `client`: the key of a client.
 * `model.action`: a user whose groups grant it. It is required, so a call without a permission does not compile.
 */
export type May = 'public' | 'session' | 'client' | `${string}.${Action}`;

/** The schema of an object whose keys are known at run time. */
export type ObjectSchema = z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType>>>;

/** The declaration of one call. Routes, clients, validation, permissions and API documents are derived from it. */
export interface Call<I extends ObjectSchema = ObjectSchema, R extends z.ZodMiniType = z.ZodMiniType> {
  /** One or two sentences in English, for the API documents. */
  readonly doc: string;
  readonly method: Method;
  /** Below `/api`, with `:name` for path parameters; a path parameter is a key of `input`. */
  readonly path: string;
  /** Path, query and body parameters in one object: the wire merges them, so their names must differ. */
  readonly input: I;
  readonly result: R;
  readonly may: May;
  /** True: a client may also make the call, with its key. */
  readonly client: boolean;
  /** True: the call accepts where, sort, limit, skip, select and populate, and returns `X-Total-Count`. */
  readonly list: boolean;
  /** True: the call changes something, so it needs the CSRF header, also with GET. */
  readonly changes: boolean;
  /** Transports that accept the call. `socket`: only as a virtual request. */
  readonly carrier: 'any' | 'socket' | 'http';
  /** Authenticated by a signed token in its input: the service worker cannot read the CSRF cookie. */
  readonly byToken: boolean;
  /** Error codes of its own rules, besides those that any call may return. Keys of `errorStatuses`. */
  readonly errors: readonly string[];
}

type Optional = 'may' | 'client' | 'list' | 'changes' | 'carrier' | 'byToken' | 'errors' | 'input';
type Spec<I extends ObjectSchema, R extends z.ZodMiniType> = Omit<Call<I, R>, Optional> & {
  may: May;
  input?: I;
} & Partial<Pick<Call, 'client' | 'list' | 'changes' | 'carrier' | 'byToken' | 'errors'>>;

/** Declares one call. Defaults: no input, any carrier, no errors of its own; every method but GET changes something. */
export const call = <R extends z.ZodMiniType, I extends ObjectSchema = z.ZodMiniObject<Record<never, never>>>(
  spec: Spec<I, R>,
): Call<I, R> => ({
  client: spec.may === 'client',
  list: false,
  carrier: 'any',
  byToken: false,
  errors: [],
  ...spec,
  changes: spec.changes ?? spec.method !== 'GET',
  input: (spec.input ?? z.object({})) as I,
});

/**
 * The actions on a noun that the presets of groups grant. Where a noun declares none, viewers and people on call get none, and
 * administrators of organizations every action but `readAll`.
 */
export type NounPresets = Readonly<
  Partial<Record<'viewer' | 'onCall' | 'organizationAdministrator', readonly Action[]>>
>;

/** The declaration of one noun: its record, its calls and their scope. */
export interface Entity<
  N extends string = string,
  S extends ObjectSchema = ObjectSchema,
  C extends Record<string, Call> = Record<string, Call>,
> {
  readonly noun: N;
  /** The record as every reader receives it. It must not contain a secret. */
  readonly record: S;
  /** The key of the record that names its organization (`id` for the organization itself), null for a global noun. */
  readonly organization: string | null;
  /** Nouns whose changes make the records of this noun stale. */
  readonly derivesFrom: readonly string[];
  readonly calls: C;
  /** The entry in the navigation of the app; shown with `<noun>.read`. Null: no entry. */
  readonly navigation: Navigation | null;
  /** The actions that the presets of groups grant. */
  readonly presets: NounPresets;
}

/** An entry in the navigation of the app. */
export interface Navigation {
  /** Address of the list screen. */
  readonly path: `/admin/${string}`;
  /** Heading of the entry. */
  readonly section: 'fleet' | 'people';
}

/** Declares one noun. Defaults: derived from no other noun, no entry in the navigation, no declared preset. */
export const entity = <N extends string, S extends ObjectSchema, C extends Record<string, Call>>(
  noun: N,
  spec: Omit<Entity<N, S, C>, 'noun' | 'derivesFrom' | 'navigation' | 'presets'> & {
    derivesFrom?: readonly string[];
    navigation?: Navigation;
    presets?: NounPresets;
  },
): Entity<N, S, C> => ({ derivesFrom: [], navigation: null, presets: {}, ...spec, noun });

/** The id of a record: a UUID. */
export const Id = z.uuid({ error: 'must be a UUID' });
const INSTANT_LENGTH = '2026-11-21T02:58:00.000Z'.length;
/**
 * An ISO 8601 instant with Z, in any precision. Parsing normalizes it to milliseconds; text of the final length is not
 * parsed again, because most instants have that form already.
 */
export const Instant = z.iso
  .datetime('must be an instant such as 2026-11-21T02:58:00.000Z')
  .check(z.overwrite((text) => (text.length === INSTANT_LENGTH ? text : (instantOf(text) ?? text))));
/** Another record in an answer: its id and its name at the time of the answer. */
export const Reference = z.object({ id: Id, name: z.string() });
/** A schema for names: trimmed, 1 to `max` characters. */
export const name = (max = 200) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(max, `must have at most ${max} characters`));
/** A schema for text of at most `max` characters; it may be empty. */
export const text = (max: number) => z.string().check(z.maxLength(max, `must have at most ${max} characters`));
/** Digits, with what people write between them; `x`, `;` and `,` before an extension. */
const PHONE = /^\+?[\d\s()./-]+(?:\s*(?:ext\.?|x|;|,)\s*\d+)?$/i;
/** A schema for a phone number, which is dialled as it stands; it may be empty. */
export const phone = () =>
  text(40).check(({ value, issues }) => {
    if (value === '' || (PHONE.test(value) && /\d/.test(value))) return;
    issues.push({ code: 'invalid_format', format: 'phone', input: value, message: 'must be a phone number' });
  });
/** A schema for integers from `min` to `max`, both included. */
export const integer = (min: number, max: number) =>
  z
    .number('must be a number')
    .check(
      z.int('must be a whole number'),
      z.minimum(min, `must be at least ${min}`),
      z.maximum(max, `must be at most ${max}`),
    );

/**
 * Returns whether the call updates one record. Such a call accepts `If-Match: "<editedAt>"` and fails with E_CHANGED after an
 * edit. `editedAt` changes with each edit; `updatedAt` also changes with each report of a client.
 */
export const isUpdate = ({ method }: Pick<Call, 'method'>): boolean => method === 'PATCH';

/** Returns the schema inside any number of optional, nullable and default wrappers. */
export function unwrapSchema(schema: z.ZodMiniType): z.ZodMiniType {
  let inner = schema;
  while (inner instanceof z.ZodMiniOptional || inner instanceof z.ZodMiniNullable || inner instanceof z.ZodMiniDefault)
    inner = inner.def.innerType as z.ZodMiniType;
  return inner;
}

const byId = z.object({ id: Id });

/**
 * Returns the CRUD calls of a noun: list, get, create, update, destroy. `writes` is the input of create: keys without a
 * default are required. `errors` are the error codes of the noun's own rules, by call.
 */
export const crud = <N extends string, S extends ObjectSchema, W extends ObjectSchema>(
  noun: N,
  record: S,
  writes: W,
  errors: { create?: string[]; update?: string[]; destroy?: string[] } = {},
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
    doc: `Returns one ${noun}.`,
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
    errors: errors.create ?? [],
  }),
  update: call({
    doc: `Updates the given attributes of one ${noun}.`,
    method: 'PATCH',
    path: `/${noun}/:id`,
    input: patch(writes),
    result: record,
    may: `${noun}.update`,
    errors: errors.update ?? [],
  }),
  destroy: call({
    doc: `Deletes one ${noun} and returns it.`,
    method: 'DELETE',
    path: `/${noun}/:id`,
    input: byId,
    result: record,
    may: `${noun}.destroy`,
    errors: errors.destroy ?? [],
  }),
});

/** Returns the input of an update: the id and every key of `writes`, optional and without its default. */
export const patch = <W extends ObjectSchema>(writes: W) => {
  const shape: Record<string, z.ZodMiniType> = { id: Id };
  for (const [key, schema] of Object.entries(writes.shape)) {
    shape[key] = z.optional(schema instanceof z.ZodMiniDefault ? schema.def.innerType : schema);
  }
  return z.object(shape) as unknown as z.ZodMiniObject<
    { id: typeof Id } & { [K in keyof W['shape']]: z.ZodMiniOptional<Bare<W['shape'][K]>> }
  >;
};
type Bare<T> = T extends z.ZodMiniDefault<infer U> ? U : T;

/** The input of a call as a caller writes it: keys with a default may be absent. */
export type InputOf<C extends Call> = z.input<C['input']>;
/** The input of a call after validation: defaults are filled in, text is normalized. */
export type ParsedOf<C extends Call> = z.output<C['input']>;
/** The body of a successful answer. */
export type ResultOf<C extends Call> = z.output<C['result']>;

/** One change of a record, as events and answers describe it. `previous` is the record before the change. */
export type Change =
  | { verb: 'created'; id: string; data: Record<string, unknown> }
  | { verb: 'updated'; id: string; data: Record<string, unknown>; previous?: Record<string, unknown> }
  | { verb: 'destroyed'; id: string; previous: Record<string, unknown> };
