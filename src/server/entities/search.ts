// Search across everything: one short list of each noun, by name, within the rights of the reader and the budget of lists.
import { searchedNouns, type SearchedNoun } from '#contract/search.ts';
import { parseCriteria } from '#contract/criteria.ts';
import type { ParsedOf } from '#contract/define.ts';
import type { Contract } from '#contract/index.ts';
import { may } from '#contract/permissions.ts';
import { personName } from '#contract/person-name.ts';
import { asPerson } from '#server/pipeline/actor.ts';
import type { Context, Handlers } from '#server/pipeline/dispatch.ts';
import { ApiError } from '#server/pipeline/errors.ts';
import type { Row } from '#server/db/engine.ts';
import { nameIn } from '#server/entities/activity/shared-rules.ts';
import { kindsOf } from '#server/query/columns.ts';

const EACH = 8;
const MOST_OF_ONE = 50;
/** Further words narrow nothing that a person would look through. */
const MOST_WORDS = 5;

interface Searched {
  attributes: readonly string[];
  /** Only these records. */
  where?: object;
  sort: string;
  name?: (record: Row) => string;
  note?: (record: Row) => string;
}

const ownerName = nameIn('organization');
const byName: Searched = { attributes: ['name'], sort: 'name' };

/**
 * Backups are not searched: no index finds a part of a file's name, and among 100,000 the search takes 0.1 to 0.4 s of
 * SQLite, which answers nobody else meanwhile. Scans have no name: they are found by their system.
 */
const searched: Readonly<Record<SearchedNoun, Searched>> = {
  organization: byName,
  system: { ...byName, note: ownerName },
  alarm: {
    attributes: ['find'],
    where: { resolvedAt: null },
    sort: 'since DESC',
    name: nameIn('system'),
    note: ownerName,
  },
  fileset: {
    attributes: ['description', 'glob'],
    sort: 'description',
    name: ({ description, glob }) => String(description || glob),
    note: nameIn('system'),
  },
  user: {
    attributes: ['email', 'firstName', 'lastName'],
    sort: 'email',
    name: ({ firstName, lastName, email }) =>
      personName({ firstName: String(firstName), lastName: String(lastName), email: String(email) }),
    note: ({ email }) => String(email),
  },
  group: byName,
  schedule: { ...byName, note: ownerName },
  retention: { ...byName, note: ownerName },
  rpiclient: {
    attributes: ['find'],
    sort: 'id',
    name: ({ name, macAddress }) => String(name || macAddress),
    note: ({ macAddress }) => String(macAddress),
  },
  orphan: { attributes: ['name'], sort: 'id' },
};

/** Each word in one of the attributes. */
const whereOf = ({ attributes, where = {} }: Searched, words: readonly string[]): object => ({
  ...where,
  and: words.map((word) => ({ or: attributes.map((attribute) => ({ [attribute]: { contains: word } })) })),
});

/** The found records of one noun; null where they would cost too much. */
async function hitsOf(context: Context, noun: SearchedNoun, words: readonly string[], limit: number) {
  const { sort, name, note } = searched[noun];
  const where = whereOf(searched[noun], words);
  try {
    const { rows } = await context.read((unit) =>
      unit.list(noun, parseCriteria({ where, sort, limit }, { ...kindsOf(unit.table(noun).columns), find: 'text' })),
    );
    return rows.map((row) => ({
      noun,
      id: row.id,
      name: name?.(row) ?? ('name' in row ? row.name : ''),
      note: note?.(row) ?? '',
      ...('health' in row && { health: row.health }),
      ...(('acknowledgedAt' in row || 'gone' in row) && { kind: row.kind }),
    }));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'E_INVALID_CRITERIA') return null;
    throw error;
  }
}

type Find = Contract['search']['calls']['find'];

async function find(context: Context, { term, noun }: ParsedOf<Find>) {
  const { rights } = asPerson(context.actor);
  const words = term.split(/\s+/).slice(0, MOST_WORDS);
  const wanted = searchedNouns.filter((one) => (noun === undefined || one === noun) && may(rights, `${one}.read`));
  const hits = [];
  const skipped: SearchedNoun[] = [];
  for (const one of wanted) {
    const found = await hitsOf(context, one, words, noun === undefined ? EACH : MOST_OF_ONE);
    if (found === null) skipped.push(one);
    else hits.push(...found);
  }
  return { hits, skipped };
}

export const searchHandlers: Handlers['search'] = { find };
