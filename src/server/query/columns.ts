// Table values: the columns of a table as one declaration. The stored type, the decoded type and the codec are derived from it.
import type { Generated } from 'kysely';
import type { Kind } from '#contract/criteria.ts';

declare const value: unique symbol;
/** JSON text of a `T`, as a JSON column stores it. Only `toJson` makes one, so `parseJson` knows what it holds. */
export type Json<T> = string & { readonly [value]: T };
// The compiler cannot follow a value through JSON: these two are the only places that relate the text to its type.
/** Returns the text of a value, for a JSON column that is written without the unit. */
export const toJson = <T>(of: T): Json<T> => JSON.stringify(of) as Json<T>;
/** Returns the value of a JSON column that a query read. The unit decodes its rows by itself. */
export const parseJson = <T>(text: Json<T>): T => JSON.parse(text) as T;

/** One column. `Decoded` is its type in the server, `Stored` in the database; an insert may omit an `Optional` one. */
export interface Column<Decoded = unknown, Stored = unknown, Optional extends boolean = boolean> {
  readonly kind: Kind;
  readonly isNullable: boolean;
  /** Exists only for the compiler. */
  readonly types?: { decoded: Decoded; stored: Stored; optional: Optional };
}

/** The columns of one table, by name. */
export type Columns = Readonly<Record<string, Column>>;
/** Returns the kinds of the columns, by name: the attributes of a list that the server itself asks for. */
export const kindsOf = (columns: Columns): Record<string, Kind> =>
  Object.fromEntries(Object.entries(columns).map(([name, { kind }]) => [name, kind]));

const filled = (kind: Kind) => ({ kind, isNullable: false });

/** Text; of an enumeration its values. Instants and ids are text. */
export const text = <T extends string = string>(): Column<T, T, false> => filled('text');
/** A whole number below 2^53. */
export const int = (): Column<number, number, false> => filled('int');
/** Stored as 0 or 1. */
export const bool = (): Column<boolean, 0 | 1, false> => filled('bool');
/** Any JSON value, stored as text. */
export const json = <T>(): Column<T, Json<T>, false> => filled('json');
/** May be null. */
export const nullable = <D, S>({ kind }: Column<D, S, false>): Column<D | null, S | null, false> => ({
  kind,
  isNullable: true,
});
/** The database has a default: null, where it may be null. */
export const optional = <D, S>({ kind, isNullable }: Column<D, S, false>): Column<D, S, true> => ({ kind, isNullable });

/** The columns that the unit writes by itself. */
export const stamps = { id: text(), createdAt: text(), updatedAt: text() };
/** Of records that people edit: see edit.ts. */
export const edited = { ...stamps, editedAt: text(), editedBy: nullable(text()) };

type Types<C> = C extends Column<infer D, infer S, infer O> ? { decoded: D; stored: S; optional: O } : never;

/** A row as the server reads and writes it through the unit. */
export type DecodedRow<C extends Columns> = { -readonly [K in keyof C]: Types<C[K]>['decoded'] };
/** A row as a query returns it. */
export type StoredRow<C extends Columns> = { -readonly [K in keyof C]: Types<C[K]>['stored'] };

type OptionalColumn<C extends Columns> = { [K in keyof C]: Types<C[K]>['optional'] extends true ? K : never }[keyof C];
/** The unit sets them where the values do not. */
type Stamped = 'id' | 'createdAt' | 'updatedAt' | 'editedAt' | 'editedBy';
/** The values of a row that is added through the unit. */
export type NewRow<C extends Columns> = Omit<DecodedRow<C>, OptionalColumn<C> | Stamped> &
  Partial<Pick<DecodedRow<C>, Extract<keyof C, OptionalColumn<C> | Stamped>>>;

type StoredTable<C extends Columns> = {
  [K in keyof C]: K extends OptionalColumn<C> ? Generated<Types<C[K]>['stored']> : Types<C[K]>['stored'];
};
/** Tables as Kysely's queries see them. */
export type StoredTables<T> = { [N in keyof T]: T[N] extends Columns ? StoredTable<T[N]> : never };
