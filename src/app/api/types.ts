// The types of a call as the browser knows it: its input, its answer, and the parameters of lists.
import type { Contract, Noun } from '#contract/index.ts';
import type { Call, InputOf, ResultOf } from '#contract/define.ts';
import type { table } from './call-table.gen.ts';

export type { Noun } from '#contract/index.ts';

/** The names of a noun's calls. */
export type CallName<N extends Noun> = keyof Contract[N]['calls'] & string;
type CallOf<N extends Noun, C extends CallName<N>> = Contract[N]['calls'][C] extends Call
  ? Contract[N]['calls'][C]
  : never;
type IsList<N extends Noun, C extends CallName<N>> = N extends keyof typeof table
  ? C extends keyof (typeof table)[N]
    ? (typeof table)[N][C] extends readonly [string, string, 'list']
      ? true
      : false
    : false
  : false;

/** What every list takes; `where` in the modifiers of the wire. */
export interface ListInput {
  where?: Readonly<Record<string, unknown>>;
  sort?: string;
  limit?: number;
  skip?: number;
  select?: string;
  omit?: string;
  populate?: string;
}

/** A list's answer: the rows, and how many there are without the limit. */
export interface Rows<T> {
  rows: T[];
  total: number;
}

/** What a call takes. */
export type Input<N extends Noun, C extends CallName<N>> =
  IsList<N, C> extends true ? ListInput : InputOf<CallOf<N, C>>;

/** What a call answers: counted rows for a list, else the result that the contract declares. */
export type Answer<N extends Noun, C extends CallName<N>> =
  IsList<N, C> extends true
    ? ResultOf<CallOf<N, C>> extends readonly (infer T)[]
      ? Rows<T>
      : never
    : ResultOf<CallOf<N, C>>;
