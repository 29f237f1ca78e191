// Nothing foreign goes in or comes out: ids of another organization in path, body, query and where, and keys that are not declared.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { contract } from '#contract/index.ts';
import { tables } from '#server/registry.ts';
import { everyCall, inPath, makeOverHttp, makeOverSocket, type Declared, type Input } from '#tests/contract-calls.ts';
import { fresh } from '#tests/samples.ts';
import { NO_ID, databases, makeWorld, type Line, type World } from '#tests/world.ts';

const OWNED = Object.values(contract)
  .filter(({ organization }) => organization !== null)
  .map(({ noun }) => noun) as (keyof World['acme'])[];
const ofOwned = everyCall.filter(({ noun }) => (OWNED as string[]).includes(noun));
const byId = ofOwned.filter(({ call }) => call.path.includes(':id'));
/** Nothing of Birch is in that trouble: its run failed. */
const EMPTY = ['system.overdue', 'system.notBackedup'];
const PASSED_OVER = ['id', 'createdAt', 'updatedAt', 'editedAt'];

/** Enough of each input that only the foreign id can be what is wrong with it. */
function restOf({ call, noun, name }: Declared, world: World): Input {
  const keys = Object.keys(call.input.shape);
  const some: Input = {
    until: world.clock.in(3_600_000),
    note: 'x',
    date: world.clock.now(),
    name: 'x',
    key: 'x',
    fileset: world.acme.fileset,
    organization: world.birch.organization,
    from: world.bob.id,
    to: world.bob.id,
  };
  const wanted =
    name === 'update' ? (noun === 'userorg' ? ['alarmEmails'] : noun === 'fileset' ? ['glob'] : ['name']) : keys;
  return Object.fromEntries(
    [...Object.entries(some), ['alarmEmails', false], ['glob', '*']].filter(
      ([key]) => wanted.includes(String(key)) && keys.includes(String(key)),
    ),
  );
}

/** The rows of a list: the record, or what the call declares. */
const elementOf = (result: unknown) => (result as z.ZodMiniArray<z.ZodMiniObject>).def.element;

describe.each(databases)('dave of Birch aims at Acme, on %s,', (engine) => {
  let world: World;
  let line: Line;
  beforeAll(async () => {
    world = await makeWorld(engine);
    line = await world.dave.line();
  });
  afterAll(() => world.close());

  const stays = async (path: string) => JSON.stringify((await world.alice.ask('GET', path)).body);

  test.each(byId)('$id: an id of Acme is not there', async (declared) => {
    const path = `/${declared.noun}/${world.acme[declared.noun as keyof World['acme']]}`;
    const before = await stays(path);
    const input = { id: world.acme[declared.noun as keyof World['acme']], ...restOf(declared, world) };
    for (const answer of [
      await makeOverHttp(world.dave, declared, input),
      await makeOverSocket(line, declared, input),
    ]) {
      expect([answer.status, answer.body]).toEqual([404, { code: 'E_NOT_FOUND', message: 'Not Found' }]);
    }
    expect(await stays(path)).toBe(before);
  });

  test.each(ofOwned.filter(({ call }) => call.list))('$id: no question about Acme is answered', async (declared) => {
    const path = inPath(declared, world.birch);
    const own = await makeOverHttp(world.dave, declared, path);
    expect([own.status, own.body.length > 0]).toEqual([200, !EMPTY.includes(declared.id)]);
    const id = world.acme[declared.noun as keyof World['acme']];
    const questions: Input[] = [
      { id },
      { where: { id } },
      { where: { id: { '!=': NO_ID } } },
      { where: { or: [{ id }, { id: { nin: [] } }] } },
      ...('organization' in declared.entity.record.shape ? [{ organization: world.acme.organization }] : []),
    ];
    for (const question of questions) {
      for (const answer of [
        await makeOverHttp(world.dave, declared, { ...path, ...question }),
        await makeOverSocket(line, declared, { ...path, ...question }),
      ]) {
        expect([question, answer.status]).toEqual([question, 200]);
        expect(JSON.stringify(answer.body)).not.toContain('Acme');
        expect(Number(answer.headers['x-total-count'])).toBeLessThanOrEqual(own.body.length);
      }
    }
  });

  test('counts, recent backups and recent alarms are Birch’s only', async () => {
    const [hers, his] = [await world.alice.ask('GET', '/system/counts'), await world.dave.ask('GET', '/system/counts')];
    expect([hers.body.total, his.body.total]).toEqual([2, 1]);
    const recent = (await world.dave.ask('GET', '/backup/recent')).body;
    expect(recent.map(({ backup, alarm }: any) => (backup ?? alarm).system.id)).toEqual([
      world.birch.system,
      world.birch.system,
    ]);
  });

  test('nothing is created in Acme, and nothing is moved there or taken from there', async () => {
    const { acme, birch } = world;
    const attempts: [string, string, Input][] = [
      ['POST', '/system', { name: 'Trojan', organization: acme.organization }],
      ['PATCH', `/system/${birch.system}`, { organization: acme.organization }],
      ['POST', '/fileset', { system: acme.system, glob: '*' }],
      ['PATCH', `/fileset/${birch.fileset}`, { system: acme.system }],
      ['POST', '/userorg', { user: world.dave.id, organization: acme.organization }],
      ['PATCH', `/userorg/${birch.userorg}`, { organization: acme.organization }],
      ['POST', '/organization', { name: 'A customer of nobody' }],
    ];
    for (const [method, path, body] of attempts) {
      const answers = [await world.dave.ask(method, path, body), await line.ask(method, `/api${path}`, body)];
      for (const { status, body: shown } of answers) {
        expect([path, [400, 403, 404].includes(status)]).toEqual([path, true]);
        expect(JSON.stringify(shown)).not.toContain('Acme');
      }
    }
    expect((await world.alice.ask('GET', `/system?organization=${acme.organization}`)).body).toHaveLength(1);
    expect((await world.alice.ask('GET', `/userorg?organization=${acme.organization}`)).body).toHaveLength(1);
    expect((await world.dave.ask('GET', `/system/${birch.system}`)).body.organizationId).toBe(birch.organization);
  });

  test('files of Acme: no upload, no word of one, no download', async () => {
    const upload = await fresh.upload(world, 'secret');
    const at = world.clock.now();
    await world.alice.ask('GET', `/backup/notify?system=${upload.system}&date=${upload.date}&key=${upload.key}`);
    const paths = [
      `/system/${world.acme.system}/get-upload-keys?name=a.zip&date=${at}`,
      `/backup/notify?system=${upload.system}&date=${upload.date}`,
      `/backup/get-download-url?key=${encodeURIComponent(upload.key)}`,
    ];
    for (const path of paths) expect([path, (await world.dave.ask('GET', path)).status]).toEqual([path, 404]);
    const mixed = `/system/${world.birch.system}/get-upload-keys?name=a.zip&date=${at}&fileset=${world.acme.fileset}`;
    expect((await world.dave.ask('GET', mixed)).body.code).toBe('E_DANGLING');
  });

  test('rosie speaks for Acme and for nobody else', async () => {
    const report = { event: 'success', at: world.clock.now(), size: 5 };
    expect((await world.rosie.ask('POST', '/client/report', { ...report, system: world.acme.system })).status).toBe(
      200,
    );
    expect((await world.rosie.ask('POST', '/client/report', { ...report, system: world.birch.system })).status).toBe(
      404,
    );
    const keys = `/system/${world.birch.system}/get-upload-keys?name=a.zip&date=${world.clock.now()}`;
    expect((await world.rosie.ask('GET', keys)).status).toBe(404);
  });
});

describe.each(databases)('what is not declared, on %s,', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  test.each([...tables.values()].filter(({ noun }) => noun !== 'permission'))(
    'no column of $noun is written that its calls do not declare',
    async ({ noun, columns }) => {
      const writing = everyCall.filter((one) => one.noun === noun && ['create', 'update'].includes(one.name));
      for (const declared of writing) {
        const hidden = Object.keys(columns).filter(
          (key) => !(key in declared.call.input.shape) && !PASSED_OVER.includes(key),
        );
        for (const key of hidden) {
          const answer = await makeOverHttp(world.alice, declared, {
            ...(declared.name === 'update' ? { id: world.acme.system } : {}),
            [key]: 'x',
          });
          expect([key, answer.status]).toEqual([key, 400]);
          expect(answer.body.details).toContain(`${key}: is not a known parameter`);
        }
      }
    },
  );

  test.each(everyCall.filter(({ call }) => call.list))(
    '$id shows nothing but its rows, and filters and sorts by nothing but its record',
    async (declared) => {
      const path = inPath(declared, world.acme);
      const answer = await makeOverHttp(world.alice, declared, path);
      const shown = Object.keys(elementOf(declared.call.result).shape);
      for (const row of answer.body) expect(shown).toEqual(expect.arrayContaining(Object.keys(row)));
      const table = tables.get(declared.noun);
      const hidden = Object.keys(table?.columns ?? {}).filter((key) => !(key in declared.entity.record.shape));
      for (const key of [...hidden, 'constructor', '__proto__x', 'toString']) {
        for (const input of [{ where: { [key]: { startsWith: 'a' } } }, { sort: key, [key]: 'x' }]) {
          const refused = await makeOverHttp(world.alice, declared, { ...path, ...input });
          expect([key, refused.status, refused.body.code]).toEqual([key, 400, 'E_INVALID_CRITERIA']);
        }
      }
    },
  );
});
