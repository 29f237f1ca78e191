// The declaration of one noun on the server: its table, the rules of its CRUD calls and the handlers of its other calls.
import type * as z from 'zod/mini';
import { contract, type Contract } from '#contract/index.ts';
import { isUpdate, type Call } from '#contract/define.ts';
import type { Noun } from '#server/db/engine.ts';
import type { Handlers } from '#server/pipeline/dispatch.ts';
import type { Table } from '#server/pipeline/table.ts';
import type { Services } from '#server/services.ts';
import { checkingFreshness } from '#server/entities/session/recent-sign-in.ts';
import { crudHandlers, type CrudCall, type CrudNoun, type Rules } from './crud-handlers.ts';

/** A noun with a table. Permissions have a list of the contract in its place. */
export type EntityNoun = Noun | 'permission';

/** One noun as the registry knows it. */
export interface ServerEntity<N extends EntityNoun> {
  readonly table: Table<N>;
  readonly handlers: (services: Services) => Handlers[N];
}

/** A table as an entity declares it; the other attributes follow from the contract. */
export type DeclaredTable<N extends EntityNoun> = Omit<Table<N>, 'noun' | 'nullable' | 'writable'>;

/** The attributes of each declaration. */
interface Common<N extends EntityNoun> {
  readonly table: DeclaredTable<N>;
  /** Calls that ask for a recent sign-in where they make an administrator. */
  readonly recentSignIn?: readonly (keyof Handlers[N] & string)[];
}

/** The calls that a noun has besides CRUD; it may also replace handlers of CRUD. */
type OtherHandlers<N extends CrudNoun> = Omit<Handlers[N], CrudCall> & Partial<Pick<Handlers[N], CrudCall>>;

/** A noun with all CRUD calls: `rules` complete or refuse what they write. */
type CrudSpec<N extends CrudNoun> = Common<N> & {
  readonly rules: (services: Services) => Rules<N>;
} & (Record<never, never> extends OtherHandlers<N>
    ? { readonly handlers?: (services: Services) => OtherHandlers<N> }
    : { readonly handlers: (services: Services) => OtherHandlers<N> });

/** Any other noun has a handler for each of its calls. */
interface Spec<N extends EntityNoun> extends Common<N> {
  readonly handlers: (services: Services) => Handlers[N];
}

interface AnySpec<N extends CrudNoun> extends Common<N> {
  readonly rules?: (services: Services) => Rules<N>;
  readonly handlers?: (services: Services) => Partial<Handlers[N]>;
}

/**
 * Declares a noun of the contract on the server. The compiler asks for a handler of each call that CRUD does not cover.
 *
 * @param entity its declaration in the contract
 */
export function defineEntity<N extends CrudNoun>(entity: { noun: N }, spec: CrudSpec<N>): ServerEntity<N>;
export function defineEntity<N extends EntityNoun>(entity: { noun: N }, spec: Spec<N>): ServerEntity<N>;
export function defineEntity<N extends CrudNoun>(
  { noun }: { noun: N },
  { table, rules, handlers, recentSignIn = [] }: AnySpec<N>,
): ServerEntity<N> {
  return {
    table: { ...table, noun, nullable: nullableOf(noun), ...writableOf(noun, table) },
    handlers(services) {
      const all = { ...(rules && crudHandlers(noun, rules(services))), ...handlers?.(services) };
      // The overloads ask for all handlers; the compiler cannot put both parts together for a noun that it does not know.
      return checkingFreshness(all as unknown as Handlers[N], ...recentSignIn);
    },
  };
}

function nullableOf(noun: keyof Contract): string[] {
  const { shape } = contract[noun].record;
  return Object.entries<z.ZodMiniType>(shape).flatMap(([key, its]) => (its.safeParse(null).success ? [key] : []));
}

/** A secret is written under one name and stored under another, as the activity knows it. */
function writableOf(noun: keyof Contract, { activity }: Pick<Table, 'activity'>): Pick<Table, 'writable'> {
  const calls: Record<string, Call> = contract[noun].calls;
  const attributes = new Set(
    Object.values(calls)
      .filter(isUpdate)
      .flatMap(({ input }) => Object.keys(input.shape)),
  );
  attributes.delete('id');
  if (attributes.size === 0) return {};
  const secrets = Object.entries(activity?.secret ?? {}).filter(([, attribute]) => attributes.has(attribute));
  return { writable: new Set([...attributes, ...secrets.map(([column]) => column)]) };
}
