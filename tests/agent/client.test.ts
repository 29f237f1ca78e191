// The client against an honest server, over real sockets, real uploads and real files.
import { randomBytes } from 'node:crypto';
import { readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { KEY, SYSTEM, rule, sha } from './honest-server.ts';
import { folder, here, put, server } from './workshop.ts';

const OTHER = '01936f00-0000-7000-8000-000000000002';
const SECOND = '01936f00-0000-7000-8000-0000000000f2';

describe('what is new', () => {
  test('new files are stored once, oldest first, with name and date from their names', async () => {
    const [honest, root] = [await server(), await folder()];
    await put(join(root, 'backups/db-20261120.zip'), 'second');
    await put(join(root, 'backups/db-20261119.zip'), 'first');
    await put(join(root, 'backups/readme.txt'), 'not a backup');
    const client = await here(honest, root);
    await honest.until(() => honest.events('log').length === 2);
    expect(honest.backups.map(({ date }) => date)).toEqual(['2026-11-18T23:00:00.000Z', '2026-11-19T23:00:00.000Z']);
    expect(honest.backups[0]?.sha256).toBe(sha('first'));
    expect(honest.reports.map(({ event }) => event)).toEqual(['start', 'log', 'start', 'log']);
    expect(honest.reports[0]?.runId).toBe(honest.reports[1]?.runId);
    honest.tell({ verb: 'signal', signal: 'scan' });
    await honest.until(() => honest.events('log').length === 3);
    expect(honest.events('log')[2]?.text).toBe('Looked as asked: 2 file(s) match, 0 new, 0 still being written.');
    await client.end();
    expect(honest.puts).toBe(2);
  });

  test('the next start knows what is stored, and without its ledger the server does', async () => {
    const [honest, root] = [await server(), await folder()];
    await put(join(root, 'backups/db-20261119.zip'), 'first');
    const first = await here(honest, root, { once: true });
    expect((await first.ended).code).toBe(0);
    const again = await here(honest, root, { once: true, state: first.state });
    expect((await again.ended).code).toBe(0);
    expect(honest.events('start')).toHaveLength(1);
    await rm(join(first.state, 'ledger.json'));
    await (
      await here(honest, root, { once: true, state: first.state })
    ).ended;
    expect(honest.events('start')).toHaveLength(2);
    expect([honest.puts, honest.backups.length]).toEqual([1, 1]);
  });

  test('a static file that is overwritten is a new backup', async () => {
    const [honest, root] = [await server(), await folder()];
    honest.systems[0]!.filesets = [rule({ static: true, glob: 'dump.sql', pattern: '', nameField: 0, dateField: 0 })];
    await put(join(root, 'dump.sql'), 'monday', 60);
    const client = await here(honest, root);
    await honest.until(() => honest.backups.length === 1);
    await put(join(root, 'dump.sql'), 'tuesday', 5);
    honest.tell({ verb: 'signal', signal: 'backup', system: SYSTEM });
    await honest.until(() => honest.backups.length === 2);
    expect(honest.backups.map(({ sha256 }) => sha256)).toEqual([sha('monday'), sha('tuesday')]);
    expect(honest.backups[1]?.date).toBe((await stat(join(root, 'dump.sql'))).mtime.toISOString());
    await client.end();
  });

  test('filesets that change are taken over, and a later file is found by the scan that comes by itself', async () => {
    const [honest, root] = [await server(), await folder()];
    const client = await here(honest, root);
    await honest.until(() => honest.hellos === 1);
    honest.systems[0]!.filesets = [rule({ glob: 'late/*.zip' })];
    honest.tell({ verb: 'filesets', systems: honest.systems });
    await put(join(root, 'late/db-20261120.zip'), 'x');
    const stored = honest.until(() => honest.backups.length === 1);
    const ticking = setInterval(() => client.clock.tick(), 20);
    await stored;
    clearInterval(ticking);
    expect(honest.backups).toHaveLength(1);
  });

  test('forceDue is a scan with an answer, also when nothing is new', async () => {
    const [honest, root] = [await server(), await folder()];
    honest.systems[0]!.forceDue = true;
    await here(honest, root);
    await honest.until(() => honest.events('log').some(({ text }) => text.startsWith('Looked as asked: 0 file(s)')));
    expect(honest.events('failed')).toHaveLength(0);
  });
});

describe('what goes wrong', () => {
  test('a bad pattern fails its own fileset only', async () => {
    const [honest, root] = [await server(), await folder()];
    const bad = rule({ id: SECOND, description: 'weekly', pattern: '(' });
    honest.systems = [
      { id: OTHER, name: 'web1', forceDue: false, filesets: [bad] },
      { id: SYSTEM, name: 'db1', forceDue: false, filesets: [bad, rule()] },
    ];
    await put(join(root, 'backups/db-20261119.zip'), 'first');
    const client = await here(honest, root, { once: true });
    expect((await client.ended).code).toBe(1);
    expect(honest.backups).toHaveLength(1);
    expect(honest.events('failed')[0]?.text).toContain('The fileset "weekly" cannot be used');
  });

  test('a fileset that names files outside the roots fails alone, and none of them is sent', async () => {
    const [honest, root, other] = [await server(), await folder(), await folder()];
    const outside = rule({
      id: SECOND,
      description: 'passwords',
      glob: '/etc/passw?',
      pattern: '',
      nameField: 0,
      dateField: 0,
      static: true,
    });
    honest.systems = [{ id: SYSTEM, name: 'db1', forceDue: false, filesets: [outside, rule()] }];
    await put(join(root, 'backups/db-20261119.zip'), 'first');
    await put(join(other, 'db-20261120.zip'), 'second');
    await symlink(other, join(root, 'backups/other'));
    const client = await here(honest, root, { once: true });
    expect((await client.ended).code).toBe(1);
    expect(honest.backups).toHaveLength(1);
    expect(honest.events('failed').map(({ text }) => text)).toEqual([
      expect.stringContaining('"passwords" cannot be used: /etc lies outside'),
    ]);
  });

  test('a backup whose name is not UTF-8 is a failure, not a silence', async () => {
    const [honest, root] = [await server(), await folder()];
    await put(join(root, 'backups/db-20261119.zip'), 'first');
    await writeFile(Buffer.from(`${root}/backups/b\u00fcro-20261119.zip`, 'latin1'), 'second');
    const client = await here(honest, root, { once: true });
    expect((await client.ended).code).toBe(1);
    expect(honest.backups).toHaveLength(1);
    expect(honest.events('failed')[0]?.text).toContain('cannot be stored, because their names are not UTF-8');
  });

  test('a refusal is reported with the server’s reason, and the next backup goes on', async () => {
    const [honest, root] = [await server(), await folder()];
    await put(join(root, 'backups/a-20261119.zip'), 'first');
    await put(join(root, 'backups/b-20261120.zip'), 'second');
    honest.onRequest = ({ url, data }) =>
      url.endsWith('get-upload-keys') && data.name === 'a'
        ? { statusCode: 413, body: { code: 'E_TOO_LARGE', message: 'There is no room for it.' }, headers: {} }
        : null;
    const client = await here(honest, root, { once: true });
    expect((await client.ended).code).toBe(1);
    expect(honest.events('failed').map(({ text, date }) => [text, date])).toEqual([
      [`${join(root, 'backups/a-20261119.zip')}: There is no room for it.`, '2026-11-18T23:00:00.000Z'],
    ]);
    expect(honest.backups).toHaveLength(1);
  });

  test('a server that goes in the middle of an upload gets it when it is back, once', async () => {
    const [honest, root] = [await server(), await folder()];
    const content = randomBytes(3_000_000);
    await put(join(root, 'backups/db-20261119.zip'), content);
    honest.onPut = async () => {
      honest.onPut = null;
      await honest.stop();
      await honest.start();
    };
    await here(honest, root);
    await honest.until(() => honest.events('log').length === 1);
    expect(honest.backups).toHaveLength(1);
    expect([...honest.stored.values()][0]?.equals(content)).toBe(true);
    expect(honest.events('failed')).toHaveLength(0);
    expect(honest.events('start')).toHaveLength(1);
    expect(honest.events('log')[0]?.runId).toBe(honest.events('start')[0]?.runId);
    expect(honest.puts).toBe(2);
  });

  test('a server that is not ready is asked again, and that is no failure', async () => {
    const [honest, root] = [await server(), await folder()];
    await put(join(root, 'backups/db-20261119.zip'), 'first');
    let refusals = 2;
    honest.onPut = (_request, response) => void (refusals-- > 0 && response.writeHead(503).end());
    await here(honest, root);
    await honest.until(() => honest.backups.length === 1);
    expect([honest.puts, honest.events('failed').length, honest.events('start').length]).toEqual([3, 0, 1]);
  });

  test('a file that changes while it is sent is not recorded as it was', async () => {
    const [honest, root] = [await server(), await folder()];
    const path = join(root, 'backups/db-20261119.zip');
    await put(path, 'first');
    const written = new Promise<void>((resolve) => {
      honest.onPut = async () => {
        honest.onPut = null;
        await put(path, 'first and more', 5);
        resolve();
      };
    });
    const client = await here(honest, root);
    // Not sooner: each look at a file that is just being written counts as a change of its own.
    await written;
    honest.tell({ verb: 'signal', signal: 'scan' });
    const ticking = setInterval(() => client.clock.tick(), 20);
    await honest.until(() => honest.events('log').some(({ text }) => text.startsWith('Stored')));
    clearInterval(ticking);
    expect(honest.backups.map(({ sha256 }) => sha256)).toEqual([sha('first and more')]);
    expect(honest.events('failed')).toHaveLength(0);
  });

  test('a damaged ledger is put aside, and nothing is doubled', async () => {
    const [honest, root] = [await server(), await folder()];
    await put(join(root, 'backups/db-20261119.zip'), 'first');
    const first = await here(honest, root, { once: true });
    await first.ended;
    await writeFile(join(first.state, 'ledger.json'), '{"version":1,"files');
    await (
      await here(honest, root, { once: true, state: first.state })
    ).ended;
    expect([honest.puts, honest.backups.length]).toEqual([1, 1]);
    expect(await readFile(join(first.state, 'ledger.json.broken'), 'utf8')).toContain('files');
  });
});

describe('the line', () => {
  test('after a lost connection the client says hello again as the same instance, and sends what came meanwhile', async () => {
    const [honest, root] = [await server(), await folder()];
    await here(honest, root);
    await honest.until(() => honest.hellos === 1);
    const claim = honest.claimedBy;
    await honest.stop();
    await put(join(root, 'backups/db-20261119.zip'), 'in the gap');
    await honest.start();
    await honest.until(() => honest.backups.length === 1);
    expect(honest.claimedBy).toBe(claim);
    expect(honest.hellos).toBe(2);
  });

  test.each([
    [409, 'E_KEY_CLAIMED', 'in use by another client'],
    [401, 'E_UNAUTHORIZED', 'does not know this key'],
  ])('a key that is refused in the middle of the work (%i %s) ends the client', async (statusCode, code, words) => {
    const [honest, root] = [await server(), await folder()];
    await put(join(root, 'backups/db-20261119.zip'), 'first');
    honest.onRequest = ({ url }) =>
      url.endsWith('get-upload-keys') ? { statusCode, body: { code, message: 'no' }, headers: {} } : null;
    const { ended } = await here(honest, root);
    const { code: exit, sentence } = await ended;
    expect([exit, sentence.includes(words), honest.events('failed').length]).toEqual([2, true, 0]);
  });

  test('restart dials anew, upgrade and identify answer in words, an unknown signal does no harm', async () => {
    const [honest, root] = [await server(), await folder()];
    await here(honest, root);
    await honest.until(() => honest.hellos === 1);
    for (const signal of ['upgrade', 'identify', 'sing']) honest.tell({ verb: 'signal', signal });
    await honest.until(() => honest.events('log').length === 2);
    expect(honest.events('log')[0]?.text).toContain('package manager');
    expect(honest.events('log')[1]?.text).toContain('Here I am');
    honest.tell({ verb: 'signal', signal: 'restart' });
    await honest.until(() => honest.hellos === 2);
  });

  test('each identify has a line of its own, so that a second answer differs from the first', async () => {
    const [honest, root] = [await server(), await folder()];
    await here(honest, root);
    await honest.until(() => honest.hellos === 1);
    for (const count of [1, 2]) {
      honest.tell({ verb: 'signal', signal: 'identify' });
      await honest.until(() => honest.events('log').length === count);
    }
    const [first, second] = honest.events('log');
    expect(first?.text).not.toBe(second?.text);
  });

  test('neither the key nor the instance is ever in the log', async () => {
    const [honest, root] = [await server(), await folder()];
    await put(join(root, `backups/${KEY}-20261119.zip`), 'a key as a name');
    const client = await here(honest, root, { once: true });
    await client.ended;
    const instance = (await readFile(join(client.state, 'instance'), 'utf8')).trim();
    expect(instance).toHaveLength(43);
    expect((await stat(join(client.state, 'instance'))).mode & 0o777).toBe(0o600);
    const log = client.lines.join('');
    expect(log).toContain('[hidden]-20261119.zip');
    expect(log.includes(KEY) || log.includes(instance)).toBe(false);
    for (const line of client.lines) expect(JSON.parse(line)).toHaveProperty('level');
  });
});
