// Parser of list parameters: where, sort, limit, skip, select, omit, populate, checked against the readable attributes.
import { instantOf } from './time/instant.ts';

/** The type of an attribute, which decides how its values are parsed. `id`: the id of a record. `json` attributes cannot be filtered or sorted. */
export type Kind = 'text' | 'id' | 'instant' | 'int' | 'bool' | 'json';
/** Comparison of a term. `in` and `nin` take a list; the last three compare text. */
export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'nin' | 'contains' | 'startsWith' | 'endsWith';
/** A parsed value of a term. Instants are normalized text. */
export type Scalar = string | number | boolean | null;
/** A filter as a tree: conjunctions, disjunctions and comparisons. */
export type Term =
  | { all: Term[] }
  | { any: Term[] }
  | { attribute: string; operator: Operator; value: Scalar | Scalar[] };

/** Parsed list parameters. `select` is null for all attributes; `limit` is at most 1000. */
export interface Criteria {
  where: Term;
  /** The part of `where` that the caller asked for; absent for all of it. */
  asked?: Term;
  sort: { attribute: string; direction: 'asc' | 'desc' }[];
  limit: number;
  skip: number;
  select: string[] | null;
  omit: string[];
}

/** An invalid list parameter; `message` names the parameter and the rule. */
export class CriteriaError extends Error {}

/** Returns a copy of the criteria with one more term, combined by `and`. */
export const also = (criteria: Criteria, term: Term): Criteria => ({
  ...criteria,
  where: { all: [criteria.where, term] },
  asked: criteria.asked ?? criteria.where,
});

const RESERVED = new Set(['where', 'limit', 'skip', 'sort', 'select', 'omit', 'populate', '_csrf']);
const OPERATORS = new Set(['=', '!=', '!', '<', '<=', '>', '>=', 'in', 'nin', 'contains', 'startsWith', 'endsWith']);
const EXACT = new Set<string>(['=', '!=']);
const TEXT_ONLY = new Set<string>(['contains', 'startsWith', 'endsWith']);
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MAX_LIMIT = 1000;
const MAX_SKIP = 10_000;
const MAX_SORTS = 10;
/** In `select`, `omit` and `populate`. */
const MAX_NAMES = 200;
const MAX_DEPTH = 6;
const MAX_TERMS = 200;
const MAX_ITEMS = 1000;
/** Counted over the whole of `where`. */
const MAX_VALUES = 2000;
const MAX_TEXT = 1000;

type Attributes = Readonly<Record<string, Kind>>;
const fail = (message: string): never => {
  throw new CriteriaError(message);
};
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Parses the list parameters of a request. The caller may filter and sort by `attributes`.
 * `shown` lists further keys of the records, which may be selected and omitted.
 * @throws CriteriaError
 */
export function parseCriteria(
  params: Record<string, unknown>,
  attributes: Attributes,
  shown: readonly string[] = [],
): Criteria {
  const names = new Set([...Object.keys(attributes), ...shown, 'id']);
  const counter = { terms: 0 };
  const filters = Object.fromEntries(Object.entries(params).filter(([key]) => !RESERVED.has(key)));
  const where = params['where'] === undefined ? filters : readWhere(params['where']);
  const term = readTerm(where, attributes, counter, 1);
  if (valuesIn(term) > MAX_VALUES) fail(`where: has more than ${MAX_VALUES} values`);
  return {
    where: term,
    sort: readSort(params['sort'], attributes),
    ...parsePage({ limit: params['limit'], skip: params['skip'] }),
    select: params['select'] === undefined ? null : readNames('select', params['select'], names),
    omit: params['omit'] === undefined ? [] : readNames('omit', params['omit'], names),
  };
}

/** Parses `limit` and `skip` only; any other parameter is an error. @throws CriteriaError */
export function parsePage({
  limit,
  skip,
  _csrf,
  ...unknown
}: Record<string, unknown>): Pick<Criteria, 'limit' | 'skip'> {
  const [key] = Object.keys(unknown);
  if (key !== undefined) fail(`${key.slice(0, 100)}: is not a known parameter`);
  const page = {
    limit: Math.min(readCount('limit', limit, MAX_LIMIT), MAX_LIMIT),
    skip: readCount('skip', skip, 0),
  };
  return page.skip > MAX_SKIP
    ? fail(
        `skip: must be at most ${MAX_SKIP}. To read further, sort by \`id\` and filter for those greater than the last.`,
      )
    : page;
}

function readWhere(value: unknown): Record<string, unknown> {
  const parsed = typeof value === 'string' ? parseJson(value) : value;
  return isObject(parsed) ? parsed : fail('where: must be an object');
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return fail('where: is not valid JSON');
  }
}

function valuesIn(term: Term): number {
  if ('operator' in term) return Array.isArray(term.value) ? term.value.length : 1;
  return ('all' in term ? term.all : term.any).reduce((sum, part) => sum + valuesIn(part), 0);
}

function readTerm(
  where: Record<string, unknown>,
  attributes: Attributes,
  counter: { terms: number },
  depth: number,
): Term {
  if (depth > MAX_DEPTH) fail(`where: is nested deeper than ${MAX_DEPTH} levels`);
  const all: Term[] = [];
  for (const [key, value] of Object.entries(where)) {
    counter.terms += 1;
    if (counter.terms > MAX_TERMS) fail(`where: has more than ${MAX_TERMS} terms`);
    if (key === 'or' || key === 'and') {
      const parts = readList(value, key).map((part) =>
        isObject(part)
          ? readTerm(part, attributes, counter, depth + 1)
          : fail(`where.${key}: must be a list of objects`),
      );
      all.push(key === 'or' ? { any: parts } : { all: parts });
    } else all.push(...readFilter(key, value, attributes));
  }
  return { all };
}

function readFilter(attribute: string, value: unknown, attributes: Attributes): Term[] {
  const kind = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined;
  if (kind === undefined || kind === 'json') return fail(`where.${attribute}: does not exist or cannot be filtered`);
  if (Array.isArray(value)) return [{ attribute, operator: 'in', value: readItems(value, attribute, kind) }];
  if (!isObject(value)) return [{ attribute, operator: '=', value: readScalar(value, attribute, kind) }];
  const entries = Object.entries(value);
  if (isIndexed(value)) return [{ attribute, operator: 'in', value: readItems(Object.values(value), attribute, kind) }];
  if (entries.length === 0) fail(`where.${attribute}: needs a modifier`);
  return entries.map(([modifier, operand]) => readModifier(attribute, kind, modifier, operand));
}

/** Detects a long bracketed list, which query parsers turn into an object with indexes as keys. */
const isIndexed = (value: Record<string, unknown>): boolean =>
  Object.keys(value).length > 0 && Object.keys(value).every((key, index) => key === String(index));

function readModifier(attribute: string, kind: Kind, modifier: string, operand: unknown): Term {
  if (!OPERATORS.has(modifier)) return fail(`where.${attribute}: \`${modifier}\` is not a modifier`);
  const operator = (modifier === '!' ? '!=' : modifier) as Operator;
  if (kind !== 'text' && kind !== 'id' && kind !== 'instant' && TEXT_ONLY.has(operator))
    fail(`where.${attribute}: \`${modifier}\` is only supported for text`);
  const isList = Array.isArray(operand) || (isObject(operand) && isIndexed(operand));
  if (operator === 'in' || operator === 'nin' || (operator === '!=' && isList)) {
    return {
      attribute,
      operator: operator === '!=' ? 'nin' : operator,
      value: readItems(readList(operand, attribute), attribute, kind),
    };
  }
  // A part of an instant, such as a month, is compared as text; an id that is greater than another need not be one.
  const isPart = TEXT_ONLY.has(operator) || (kind === 'id' && !EXACT.has(operator));
  const value = readScalar(operand, attribute, isPart ? 'text' : kind);
  if (value === null && operator !== '=' && operator !== '!=')
    fail(`where.${attribute}: null cannot be compared with \`${modifier}\``);
  return { attribute, operator, value };
}

function readList(value: unknown, name: string): unknown[] {
  const list = Array.isArray(value)
    ? value
    : isObject(value) && isIndexed(value)
      ? Object.values(value)
      : fail(`${name}: must be a list`);
  return list.length > MAX_ITEMS ? fail(`${name}: has more than ${MAX_ITEMS} items`) : list;
}
const readItems = (list: unknown[], attribute: string, kind: Kind): Scalar[] =>
  readList(list, attribute).map((item) => readScalar(item, attribute, kind));

function readScalar(value: unknown, attribute: string, kind: Kind): Scalar {
  if (value === null) return null;
  if (typeof value === 'string' && value.length > MAX_TEXT)
    return fail(`where.${attribute}: text is longer than ${MAX_TEXT} characters`);
  if (typeof value === 'string' && value.includes('\0')) return fail(`where.${attribute}: must not contain NUL`);
  if (kind === 'bool') {
    if (value === true || value === 'true' || value === 1 || value === '1') return true;
    return value === false || value === 'false' || value === 0 || value === '0'
      ? false
      : fail(`where.${attribute}: must be true or false`);
  }
  if (kind === 'int') {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number)
      ? number
      : fail(`where.${attribute}: must be a number`);
  }
  if (kind === 'instant')
    return (
      (typeof value === 'string' && instantOf(value)) ||
      fail(`where.${attribute}: must be an instant such as 2026-11-21T02:58:00.000Z`)
    );
  if (kind === 'id')
    return typeof value === 'string' && ID.test(value) ? value : fail(`where.${attribute}: must be an id`);
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : fail(`where.${attribute}: must be text`);
}

function readCount(name: string, value: unknown, fallback: number): number {
  if (value === undefined) return fallback;
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= Number.MAX_SAFE_INTEGER
    ? number
    : fail(`${name}: must be a whole number, 0 or more`);
}

function readSort(value: unknown, attributes: Attributes): Criteria['sort'] {
  if (value === undefined) return [];
  const parsed = typeof value === 'string' && /^[[{]/.test(value.trim()) ? parseJson(value) : value;
  const parts = Array.isArray(parsed)
    ? parsed
    : isObject(parsed) && isIndexed(parsed)
      ? Object.values(parsed)
      : [parsed];
  const tooMany = () => fail(`sort: has more than ${MAX_SORTS} terms`);
  if (parts.length > MAX_SORTS) return tooMany();
  const terms = parts.flatMap((part) => readSortPart(part, attributes));
  if (terms.length > MAX_SORTS) return tooMany();
  // What an attribute has decided once, it cannot decide again.
  return terms.filter(({ attribute }, index) => terms.findIndex((term) => term.attribute === attribute) === index);
}

function readSortPart(part: unknown, attributes: Attributes): Criteria['sort'] {
  const parsed = typeof part === 'string' && part.trim().startsWith('{') ? parseJson(part) : part;
  const pairs = isObject(parsed)
    ? Object.entries(parsed)
    : typeof parsed === 'string'
      ? [parsed.trim().split(/\s+/)]
      : fail('sort: must name an attribute');
  return pairs.map(([attribute = '', direction = 'ASC', ...rest]) => {
    const kind = Object.hasOwn(attributes, String(attribute)) ? attributes[String(attribute)] : undefined;
    if (kind === undefined || kind === 'json' || rest.length > 0)
      return fail(`sort: the attribute \`${String(attribute)}\` does not exist or cannot be sorted`);
    const word = String(direction).toLowerCase();
    if (word === 'asc' || word === '1') return { attribute: String(attribute), direction: 'asc' };
    return word === 'desc' || word === '-1'
      ? { attribute: String(attribute), direction: 'desc' }
      : fail('sort: the direction must be ASC or DESC');
  });
}

/** Reads a comma list, an array, or a list that a query parser turned into an object: each of its trimmed names once. */
function readParts(name: string, value: unknown, what: string): string[] {
  const list = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(',')
      : isObject(value) && isIndexed(value)
        ? Object.values(value)
        : fail(`${name}: must be a list of ${what}`);
  if (list.length > MAX_NAMES) fail(`${name}: has more than ${MAX_NAMES} names`);
  return [...new Set(list.map((part) => (typeof part === 'string' ? part.trim() : '')))];
}

const readNames = (name: string, value: unknown, known: ReadonlySet<string>): string[] =>
  readParts(name, value, 'attributes').map((attribute) =>
    known.has(attribute) ? attribute : fail(`${name}: there is no attribute \`${attribute.slice(0, 100)}\``),
  );

/**
 * Parses `populate`: names, null for the default (absent or empty), or false for bare ids.
 * Accepts a comma list, `[a,b]`, an array, and `false` as text or boolean.
 * @throws CriteriaError for a name that is not `known`
 */
export function parsePopulate(value: unknown, known: readonly string[]): string[] | null | false {
  if (value === undefined || value === null || value === '') return null;
  if (value === false || value === 'false') return false;
  const bare = typeof value === 'string' ? value.trim().replace(/^\[(.*)\]$/s, '$1') : value;
  return readParts('populate', bare, 'relations').map((relation) =>
    known.includes(relation) ? relation : fail(`populate: there is no relation \`${relation.slice(0, 100)}\``),
  );
}
