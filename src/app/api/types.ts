// The types of the calls that the app makes: input, answer, errors, and the parameters of lists.
import type { Contract, Noun } from '#contract/index.ts';
import type { Call, InputOf, ResultOf } from '#contract/define.ts';
import type { CallErrors, table } from './call-table.gen.ts';

export type { Noun } from '#contract/index.ts';

type Table = typeof table;
/** The nouns that have a call for the app. */
export type ClientNoun = Noun & keyof Table;
/** The names of a noun's calls that the app may make. */
export type CallName<N extends ClientNoun> = keyof Contract[N]['calls'] & keyof Table[N] & string;
type CallOf<N extends ClientNoun, C extends CallName<N>> = Contract[N]['calls'][C] extends Call
  ? Contract[N]['calls'][C]
  : never;
type IsList<N extends ClientNoun, C extends CallName<N>> = Table[N][C] extends readonly [string, string, 'list']
  ? true
  : false;

/** The parameters of every list; `where` uses the modifiers of the wire. */
export interface ListInput {
  where?: Readonly<Record<string, unknown>>;
  sort?: string;
  limit?: number;
  skip?: number;
  select?: string;
  omit?: string;
  populate?: string;
}

/** The answer to a list: a page of rows, and the number of rows without `limit` and `skip`. */
export interface Rows<T> {
  rows: T[];
  total: number;
}

// A call without input has `Record<string, never>`, which accepts no list parameter beside it.
type OwnInput<N extends ClientNoun, C extends CallName<N>> = string extends keyof InputOf<CallOf<N, C>>
  ? object
  : InputOf<CallOf<N, C>>;

/** The input of a call. */
export type Input<N extends ClientNoun, C extends CallName<N>> =
  IsList<N, C> extends true ? ListInput & OwnInput<N, C> : OwnInput<N, C>;

/** The answer to a call: `Rows` for a list, else the result that the contract declares. */
export type Answer<N extends ClientNoun, C extends CallName<N>> =
  IsList<N, C> extends true
    ? ResultOf<CallOf<N, C>> extends readonly (infer T)[]
      ? Rows<T>
      : never
    : ResultOf<CallOf<N, C>>;

/** The error codes that a call declares, besides those that every call may answer with. */
export type ErrorCode<N extends ClientNoun, C extends CallName<N>> = N extends keyof CallErrors
  ? C extends keyof CallErrors[N]
    ? CallErrors[N][C] & string
    : never
  : never;
