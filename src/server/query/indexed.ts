// The parts of a filter, and which of them an index serves.
import type { Term } from '#contract/criteria.ts';
import type { Table } from '#server/pipeline/table.ts';

/** The way to the rows of a list: a part of its filter, the scope of the actor, or null for whichever way. */
export type ReachedBy = Term | 'scope' | null;

type Leaf = Extract<Term, { attribute: string }>;

/** The terms that must all hold. */
export const partsOfWhere = (term: Term): Term[] => ('all' in term ? term.all.flatMap(partsOfWhere) : [term]);

/** Every comparison of a filter. */
export const leavesOf = (term: Term): Leaf[] => {
  if ('all' in term) return term.all.flatMap(leavesOf);
  return 'any' in term ? term.any.flatMap(leavesOf) : [term];
};

const SERVED = new Set<string>(['=', 'in', '<', '<=', '>', '>=']);
const isServedBy = ({ operator, value }: Leaf): boolean =>
  SERVED.has(operator) || (operator === '!=' && value === null);

/** True for a term whose rows an index finds, without looking at others. */
export function isServed(table: Table, term: Term): boolean {
  if ('all' in term) return term.all.some((part) => isServed(table, part));
  if ('any' in term) return term.any.every((part) => isServed(table, part));
  return isServedBy(term) && (term.attribute === 'id' || Boolean(table.indexed?.includes(term.attribute)));
}

const RANGES = new Set<string>(['<', '<=', '>', '>=']);
const isRangeOf = (term: Term): term is Leaf => 'attribute' in term && RANGES.has(term.operator);

/** The parts of a filter that an index serves, each by itself; the ranges of one attribute together. */
export function servedParts(table: Table, where: Term): Term[] {
  const served = partsOfWhere(where).filter((part) => isServed(table, part));
  const ranges = served.filter(isRangeOf);
  const joined = [...new Set(ranges.map(({ attribute }) => attribute))].map((name): Term => {
    const all = ranges.filter(({ attribute }) => attribute === name);
    const [first, ...others] = all;
    return first && others.length === 0 ? first : { all };
  });
  return [...served.filter((part) => !isRangeOf(part)), ...joined];
}

/** True for a part of a filter that this way to its rows holds already. */
export const isReachedBy = (by: ReachedBy, part: Term): boolean =>
  by !== null && by !== 'scope' && partsOfWhere(by).includes(part);

/** True where an index serves ranges of the filter and no values: there SQLite would sooner walk along the order to the last row. */
export function isRange(table: Table, where: Term): boolean {
  const served = partsOfWhere(where).filter((part) => isServed(table, part));
  return served.length > 0 && served.every((part) => leavesOf(part).every(({ operator }) => RANGES.has(operator)));
}
