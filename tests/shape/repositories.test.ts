// Access to the database: entities and jobs query tables with a record through the unit, and repositories hold the SQL of all others.
import { describe, expect, test } from 'vitest';
import { filesBelow, textOf } from './checkout.ts';

const UNIT = 'src/server/pipeline/unit-of-work.ts';
const files = filesBelow('src/server').filter((file) => file.endsWith('.ts'));
const isRepository = (file: string) => file.endsWith('-repository.ts');
const repositories = files.filter(isRepository);

/** Writes without an event, and why no event is missed. */
const withoutEvents: Readonly<Record<string, string>> = {
  'src/server/auth/session.ts': 'a session is used all the time',
  'src/server/demo/scans.ts': 'nobody listens while the demonstration is filled',
  'src/server/demo/seed-current-state.ts': 'nobody listens while the demonstration is filled',
  'src/server/demo/systems.ts': 'nobody listens while the demonstration is filled',
  'src/server/entities/schedule/shared-record.ts':
    'the event of the copy stands for those of the systems that follow it',
  'src/server/entities/system/run-log.ts': 'the texts derive from those of a system, which has an event',
  'src/server/nodes.ts': 'no client and no person is connected yet',
};

/** The tables of a repository that has more than one: a row of the first has rows of the second. */
const aggregates: readonly string[] = ['job jobitem', 'session endedsession'];

/** Files that read the store itself: there is no actor and no unit yet. */
const storeReaders: readonly string[] = ['src/server/entities/client/client.ts'];

/** Returns the names that files add to an interface of the database's types. */
const addedTo = (types: string) =>
  filesBelow('src/server/entities').flatMap((file) =>
    [...textOf(file).matchAll(new RegExp(`interface ${types} \\{\\n {4}(\\w+): `, 'g'))].map(([, noun]) =>
      String(noun),
    ),
  );

/** Returns the tables that a text names in a query by itself. */
const tablesIn = (text: string) => [
  ...new Set(
    [
      ...text.matchAll(/\.(?:selectFrom|insertInto|updateTable|deleteFrom|(?:inner|left|right|full)Join)\(\s*'(\w+)/g),
    ].map(([, table]) => String(table)),
  ),
];

const naming = (word: string) =>
  files.filter((file) => file !== UNIT && new RegExp(`\\b${word}\\b`).test(textOf(file)));

describe('access to the database', () => {
  const records = addedTo('TableColumns');
  const written = addedTo('RepositoryNouns');

  test('the declarations are found', () => {
    expect(records.length).toBeGreaterThan(15);
    expect(records).toEqual(expect.arrayContaining(written));
    expect(repositories.length).toBeGreaterThan(10);
    const text = "db.selectFrom('a').leftJoin('b', 'b.id', 'a.b');\ndb.updateTable(\n'c')";
    expect(tablesIn(text)).toEqual(['a', 'b', 'c']);
  });

  test('only repositories use the connection of a unit', () => {
    expect(naming('unscopedDb').filter((file) => !isRepository(file))).toEqual([]);
  });

  test('a repository holds the SQL of one table without a record', () => {
    const allowed = (table: string) => !records.includes(table) || written.includes(table);
    const wrong = repositories.flatMap((file) => {
      const tables = tablesIn(textOf(file));
      const isOne = tables.length === 1 || aggregates.some((one) => tables.every((table) => one.includes(table)));
      const recorded = tables.filter((table) => !allowed(table)).map((table) => `${file} names ${table}`);
      return isOne ? recorded : [...recorded, `${file} names ${tables.join(', ')}`];
    });
    expect(wrong).toEqual([]);
  });

  test('what is written without events is known, with its reason', () => {
    expect(naming('withoutEvents').toSorted()).toEqual(Object.keys(withoutEvents).toSorted());
  });

  test('no entity, job or demonstration gets the database itself', () => {
    const above = files.filter((file) => /^src\/server\/(?:entities|jobs|demo)\//.test(file));
    const getting = above.filter((file) =>
      /import type \{[^}]*\b(?:Db|Store|Kysely|Transaction)\b[^}]*\} from '(?:#server\/db\/engine\.ts|kysely)'/.test(
        textOf(file),
      ),
    );
    expect(getting).toEqual(storeReaders);
    const writing = above.filter(
      (file) => !isRepository(file) && /\.(?:updateTable|insertInto|deleteFrom)\(/.test(textOf(file)),
    );
    expect(writing.filter((file) => !/\b(?:unrecorded|withoutEvents)\b/.test(textOf(file)))).toEqual([]);
  });
});
