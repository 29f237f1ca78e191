// Logs of clients: the last text, and the texts of the last backup run, stored with the system and with the client's
// organization.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { watched } from '#tests/jobs/watched.ts';
import { Browser } from '#tests/test-clients.ts';
import { MINUTE, databases, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('the lines of runs on %s', (engine) => {
  let world: World;
  let made = 0;
  let system: string;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  const say = async (event: string, text: string, more: object = {}, by: Pick<Browser, 'ask'> = client()) => {
    const body = { system, event, text, at: world.clock.now(), ...more };
    expect((await by.ask('POST', '/api/client/report', body)).status).toBe(200);
  };
  const client = () => ({
    ask: (method: string, path: string, body?: unknown) => world.rosie.ask(method, path.replace(/^\/api/, ''), body),
  });
  const linesOf = async (noun = 'system', id = system) => {
    const { lastLog, lastBackupLog } = (await world.alice.ask('GET', `/${noun}/${id}`)).body;
    return [lastLog, lastBackupLog];
  };
  const newSystem = async () => {
    system = await watched(world, `lines ${(made += 1)}`);
    world.clock.advance(MINUTE);
  };

  test('all that is said of one run stands together, and gives way to the next run', async () => {
    await newSystem();
    expect(await linesOf()).toEqual([null, null]);
    const runId = randomUUID();
    await say('start', 'Storing a.zip', { runId });
    await say('log', 'half of it', { runId });
    expect(await linesOf()).toEqual(['half of it', 'Storing a.zip\nhalf of it']);
    await say('success', 'stored in 3 s', { runId, file: 'a.zip', size: 5 });
    await say('log', 'and tidied up', { runId });
    const whole = 'Storing a.zip\nhalf of it\nstored in 3 s\nand tidied up';
    expect(await linesOf()).toEqual(['and tidied up', whole]);
    await say('log', 'looked as asked', { runId: randomUUID() });
    expect(await linesOf()).toEqual(['looked as asked', whole]);
    await say('start', '', { runId: randomUUID() });
    expect(await linesOf()).toEqual(['looked as asked', null]);
  });

  test('who does not tell its runs apart is understood by their start and end', async () => {
    await newSystem();
    await say('start', 'begun');
    await say('log', 'going on');
    await say('failed', 'no disk');
    expect(await linesOf()).toEqual(['no disk', 'begun\ngoing on\nno disk']);
    await say('log', 'by the way');
    expect(await linesOf()).toEqual(['by the way', 'begun\ngoing on\nno disk']);
    await say('success', 'all is well', { file: 'b.zip', size: 5 });
    expect(await linesOf()).toEqual(['all is well', 'all is well']);
    await say('success', '', { at: world.clock.in(1), file: 'c.zip', size: 5 });
    expect(await linesOf()).toEqual(['all is well', null]);
  });

  test('a run that never stops talking keeps its last 20,000 characters', async () => {
    await newSystem();
    const runId = randomUUID();
    await say('start', 'x'.repeat(15_000), { runId });
    await say('log', 'y'.repeat(15_000), { runId });
    const [, lines] = await linesOf();
    expect([lines.length, lines.slice(0, 2), lines.slice(-2)]).toEqual([20_000, 'xx', 'yy']);
  });

  test('the client of an organization is quoted there too, that of a system is not', async () => {
    await newSystem();
    await say('start', 'one begins');
    await say('failed', 'one broke');
    const ofAll = ['one broke', 'one begins\none broke'];
    expect(await linesOf('organization', world.acme.organization)).toEqual(ofAll);
    const { key } = (await world.alice.ask('GET', `/system/${system}/get-client-key`)).body;
    const own = new Browser(world.origin, { authorization: `Bearer ${key}`, 'x-client-instance': 'its own' });
    await say('log', 'mine alone', {}, own);
    expect(await linesOf()).toEqual(['mine alone', 'one begins\none broke']);
    expect(await linesOf('organization', world.acme.organization)).toEqual(ofAll);
  });

  test('nothing of all this was a failure of the server', () => expect(world.log.failures).toEqual([]));
});
