// A query that comes again is read in another way than the first time, and finds the same in the same order.
import type { SqliteDatabase } from 'kysely';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepStatements } from '#server/db/sqlite/statements.ts';

const COLUMNS = ['id', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'from "x"', 'k', 'l'];
const quoted = COLUMNS.map((name) => `"${name.replaceAll('"', '""')}"`);
const texts = ['', 'ع "quoted" \\ \n', 'half of it', '\u2028', '{"not": "parsed"}', '12', null];

describe('rows with many columns', () => {
  let database: Database.Database;
  let caching: SqliteDatabase;
  const stored = Array.from({ length: 40 }, (_, at) =>
    Object.fromEntries(COLUMNS.map((name, column) => [name, column % 3 === 0 ? at * 7 : texts[(at + column) % 7]])),
  );
  beforeAll(() => {
    database = new Database(':memory:');
    database.exec(`create table many (${quoted.map((name, at) => `${name} ${at % 3 ? 'text' : 'int'}`).join()})`);
    const insert = database.prepare(`insert into many values (${quoted.map(() => '?').join()})`);
    for (const row of stored) insert.run(Object.values(row));
    caching = keepStatements(database);
  });
  afterAll(() => void database.close());

  const asked: [name: string, text: string, values: unknown[], expected: unknown[]][] = [
    ['in their order', 'select * from many order by id desc', [], stored.toReversed()],
    ['a page', 'select * from many where id > ? order by id limit 5 offset 3', [20], stored.slice(6, 11)],
    ['none', 'select * from many where id = ?', [-1], []],
    [
      'of a name said twice the last',
      'select a.*, b.* from many a join many b on b.id = a.id + 7 order by a.id',
      [],
      stored.slice(1),
    ],
    ['behind with', 'with some as (select * from many) select * from some order by id', [], stored],
    ['with a comment before', '/* all */ select * from many order by id', [], stored],
  ];
  test.each(asked)('%s', (_name, text, values, expected) => {
    for (let run = 0; run < 3; run += 1) {
      expect(caching.prepare(text).all(values)).toEqual(expected);
      expect([...caching.prepare(text).iterate(values)]).toEqual(expected);
    }
  });

  test('again and again, each time with other values', () => {
    const text = 'select * from many where id >= ? order by id';
    for (const at of [3, 1, 5, 2, 4, 3]) expect(caching.prepare(text).all([at * 7])).toEqual(stored.slice(at));
  });

  test('what is answered by a change', () => {
    const text = `insert into many (id, a) values (?, 'new') returning *`;
    const added = { ...Object.fromEntries(COLUMNS.map((name) => [name, null])), a: 'new' };
    for (const id of [1001, 1002, 1003]) expect(caching.prepare(text).all([id])).toEqual([{ ...added, id }]);
    database.exec('delete from many where id > 1000');
  });
});
