// Lists as CSV: the rows of the list as it is filtered, in the organizations of the reader, and nothing that a spreadsheet would run.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Criteria } from '#contract/criteria.ts';
import { cellOf, csvAnswer, isCsv } from '#server/pipeline/csv.ts';
import { everyCall, inPath, addressOf } from '#tests/contract-calls.ts';
import { fresh } from '#tests/samples.ts';
import { databases, makeWorld, type Person, type World } from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';

/** The cells of a text without quoted line breaks. */
const linesOf = (text: string): string[] => text.trimEnd().split('\r\n');

test('a cell that a spreadsheet would run as a formula gets an apostrophe, a number does not', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])
    expect(cellOf(text).replace(/^"/, '').startsWith("'")).toBe(true);
  expect([cellOf(-5), cellOf('a=1'), cellOf(null), cellOf(false)]).toEqual(['-5', 'a=1', '', 'false']);
});

test('commas, quotes, line breaks and spaces at the ends are quoted', () => {
  expect(['a,b', 'a"b', 'a\nb', ' a', '=a,"b"'].map(cellOf)).toEqual([
    '"a,b"',
    '"a""b"',
    '"a\nb"',
    '" a"',
    '"\'=a,""b"""',
  ]);
});

test('references show their name, lists of words their words', () => {
  expect(cellOf({ id: 'x', name: 'Acme', phone: '1' })).toBe('Acme');
  expect(cellOf(['overdue', 'offline'])).toBe('overdue; offline');
  expect(cellOf([{ a: 1 }])).toBe('"[{""a"":1}]"');
});

test('people show their name and email address, which tells two of one name apart', () => {
  const mia = { id: 'x', name: 'Mia Lund', email: 'mia@acme.example' };
  expect([mia, { ...mia, name: '' }, { ...mia, email: '' }].map(cellOf)).toEqual([
    'Mia Lund <mia@acme.example>',
    '<mia@acme.example>',
    'Mia Lund',
  ]);
});

test('only a header that asks for CSV first gets it', () => {
  expect(['text/csv', 'text/csv; charset=utf-8', 'text/csv, */*'].map(isCsv)).toEqual([true, true, true]);
  expect(['application/json', '*/*', 'text/html, text/csv', undefined].map(isCsv)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('a list without rows has the columns of one with rows, which lack what only `populate` adds', async () => {
  const record = z.object({ id: z.string(), backups: z.optional(z.array(z.string())), name: z.string() });
  const criteria: Criteria = { where: { all: [] }, sort: [], limit: 1000, skip: 0, select: null, omit: [] };
  const headOf = async (rows: Record<string, unknown>[]) => {
    const answer = await csvAnswer({ noun: 'system', record }, criteria, async () => ({ rows, total: rows.length }));
    let text = '';
    for await (const part of answer.stream!) text += part;
    return linesOf(text)[0];
  };
  const heads = await Promise.all([[], [{ id: '1', backups: undefined, name: 'ledger' }]].map(headOf));
  expect(heads).toEqual(['id,name', 'id,name']);
});

test('rows that move up, and rows that come in before them, while the pages are read are there, each once', async () => {
  const all = Array.from({ length: 2500 }, (_, at) => ({ id: String(at) }));
  const record = z.object({ id: z.string() });
  const criteria: Criteria = { where: { all: [] }, sort: [], limit: 1000, skip: 0, select: null, omit: [] };
  const begin = (changes: () => void) =>
    csvAnswer({ noun: 'schedule', record }, criteria, async ({ skip, limit }) => {
      const rows = all.slice(skip, skip + limit);
      changes();
      return { rows, total: all.length };
    });
  const idsOf = async (answer: Awaited<ReturnType<typeof csvAnswer>>) => {
    let text = '';
    for await (const part of answer.stream!) text += part;
    return linesOf(text).slice(1);
  };
  const left = await idsOf(await begin(() => all.splice(0, 100)));
  expect(left.filter((id) => Number(id) >= 300)).toEqual(Array.from({ length: 2200 }, (_, at) => String(at + 300)));
  let added = 0;
  const there = all.map(({ id }) => id);
  const grown = await idsOf(await begin(() => all.unshift({ id: `new ${(added += 1)}` })));
  expect(grown).toEqual(there);
});

describe.each(databases)('a list as CSV, on %s,', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  async function read(person: Person, path: string) {
    const response = await fetch(`${world.origin}/api${path}`, {
      headers: { accept: 'text/csv', cookie: person.browser.cookie },
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  test.each(everyCall.filter(({ call }) => call.list))(
    '$id has a line of names and a line for each row',
    async (declared) => {
      const { path } = addressOf(declared, inPath(declared, world.acme));
      const { status, headers, text } = await read(world.alice, path);
      const { body } = await world.alice.ask('GET', path);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
      expect(headers.get('x-total-count')).toBe(String(body.length));
      const [names = ''] = linesOf(text);
      expect(names.split(',')).toContain('id');
      for (const { id } of body) expect(text).toContain(id);
    },
  );

  test('it is filtered, sorted and narrowed as the list is', async () => {
    await fresh.system(world, 'csv one');
    await fresh.system(world, 'csv two');
    const where = encodeURIComponent(JSON.stringify({ name: { contains: 'csv' } }));
    const { text } = await read(world.alice, `/system?where=${where}&sort=name%20DESC&select=name,organization`);
    expect(linesOf(text).map((line) => line.split(',').slice(1).join())).toEqual([
      'name,organization',
      'System csv two,Acme',
      'System csv one,Acme',
    ]);
    const his = await read(world.dave, `/system?select=name`);
    expect(his.text).not.toContain('csv');
    expect(linesOf(his.text)).toHaveLength(2);
  });

  test('a name that would run as a formula does not', async () => {
    await world.alice.ask('POST', '/organization', { name: '=HYPERLINK("http://x","y")' });
    const { text } = await read(world.alice, '/organization?select=name');
    expect(text).toContain('"\'=HYPERLINK(""http://x"",""y"")"');
  });

  test('what the list refuses is refused as JSON', async () => {
    const refused = await read(world.alice, '/system?sort=nosuch');
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([400, 'E_INVALID_CRITERIA']);
    expect((await read(world.charlie, '/system')).status).toBe(403);
  });

  test('more rows than a page holds arrive all, each once, and a limit holds', async () => {
    const { organization } = world.acme;
    await world.server.jobContext.write(async (unit) => {
      const now = world.clock.now();
      const one = {
        organization,
        intervalUnit: 'Days' as const,
        intervalValue: 1,
        alarmAfter: 1,
        createdAt: now,
        updatedAt: now,
      };
      const rows = Array.from({ length: 2100 }, (_, at) => ({
        id: `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`,
        name: `Many ${String(at).padStart(4, '0')}`,
        ...one,
        editedAt: now,
        editedBy: null,
      }));
      for (let from = 0; from < rows.length; from += 300)
        await allTables(unit)
          .insertInto('schedule')
          .values(rows.slice(from, from + 300))
          .execute();
    });
    const where = encodeURIComponent(JSON.stringify({ name: { startsWith: 'Many' } }));
    const { text, headers } = await read(world.alice, `/schedule?where=${where}&sort=name&select=name`);
    const names = linesOf(text).slice(1);
    expect([names.length, new Set(names).size, headers.get('x-total-count')]).toEqual([2100, 2100, '2100']);
    const few = await read(world.alice, `/schedule?where=${where}&limit=7&skip=2&sort=name&select=name`);
    expect(linesOf(few.text)).toHaveLength(8);
    expect(linesOf(few.text)[1]).toContain('Many 0002');
  });

  test('nothing of all this was a failure of the server', () => {
    expect(world.log.failures).toEqual([]);
  });
});
