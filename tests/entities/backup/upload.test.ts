// Uploads and downloads under fire: names that would leave the store, links that were tampered with, streams that break, a full disk.
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFolderStorage } from '#server/ports/storage-folder.ts';
import { fresh } from '#tests/samples.ts';
import { DAY, HOUR, databases, makeWorld, type World } from '#tests/world.ts';

const sha = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
const query = (values: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(values).map(([key, value]) => [key, String(value)])).toString();

describe.each(databases)('uploads on %s', (engine) => {
  let world: World;
  let system: string;
  beforeAll(async () => {
    world = await makeWorld(engine);
    system = await fresh.system(world, 'uploads');
  });
  afterAll(() => world.close());

  const keysFor = (values: Record<string, string | number>) =>
    world.rosie.ask('GET', `/system/${system}/get-upload-keys?${query({ date: world.clock.now(), ...values })}`);
  const put = async (url: string, body: Buffer | string) => {
    const response = await fetch(`${world.origin}${url}`, { method: 'PUT', body: body as any });
    return { status: response.status, body: (await response.json()) as any };
  };
  const temporary = () => readdirSync(join(world.ground.folder, 'store/tmp'));

  test.each([
    '../../etc/passwd',
    '..',
    '.',
    'a/b.zip',
    'a\\b.zip',
    'a\0.zip',
    'line\nbreak',
    '\u0007',
    'x'.repeat(300),
    '\ud800.zip',
  ])('the name %j is refused, naming the field', async (name) => {
    const answers = [
      await keysFor({ name }),
      await (
        await world.rosie.line()
      ).ask('GET', `/api/system/${system}/get-upload-keys`, { name, date: world.clock.now() }),
    ];
    for (const { status, body } of answers.slice(name === '\ud800.zip' ? 1 : 0)) {
      expect([status, ['E_BAD_KEY', 'E_INVALID_CRITERIA'].includes(body.code)]).toEqual([400, true]);
      expect(body.details[0]).toMatch(/^name: /);
    }
  });

  test('a file goes up, is reported, and comes down as it was', async () => {
    const content = randomBytes(300_000);
    const asked = (await keysFor({ name: 'good.zip', size: content.length, sha256: sha(content) })).body;
    expect(asked.stored).toBe(false);
    expect((await put(asked.url, content)).body).toMatchObject({ size: content.length, sha256: sha(content) });
    const notified = await world.rosie.ask(
      'GET',
      `/backup/notify?${query({ system, date: world.clock.now(), key: asked.key })}`,
    );
    expect(notified.body).toMatchObject({
      file: 'good.zip',
      size: content.length,
      sha256: sha(content),
      key: asked.key,
    });
    const { url } = (await world.bob.ask('GET', `/backup/get-download-url?${query({ key: asked.key })}`)).body;
    const down = await fetch(`${world.origin}${url}`);
    expect(down.headers.get('content-length')).toBe(String(content.length));
    expect(sha(Buffer.from(await down.arrayBuffer()))).toBe(sha(content));
    expect((await keysFor({ name: 'good.zip', size: content.length, sha256: sha(content) })).body.stored).toBe(true);
    expect((await keysFor({ name: 'good.zip', sha256: sha('other') })).body.code).toBe('E_EXISTS');
  });

  test('telling of it twice is one backup, also from a clock that runs ahead', async () => {
    const date = world.clock.in(3_600_000);
    const asked = (await keysFor({ name: 'ahead.zip', date })).body;
    await put(asked.url, 'ahead');
    const tell = () => world.rosie.ask('GET', `/backup/notify?${query({ system, date, key: asked.key })}`);
    const first = (await tell()).body;
    expect(first.date).toBe(world.clock.now());
    world.clock.advance(1000);
    expect((await tell()).body.id).toBe(first.id);
    expect((await world.bob.ask('GET', `/backup?${query({ file: 'ahead.zip' })}`)).body).toHaveLength(1);
  });

  test('two filesets may each have a file of one name and moment: two backups', async () => {
    const date = world.clock.now();
    const storedKeys = new Set<string>();
    for (const description of ['one', 'two']) {
      const fileset = (
        await world.bob.ask('POST', '/fileset', { description, glob: '/srv/**', pattern: 'x', system, static: true })
      ).body.id;
      const asked = (await keysFor({ name: 'same.zip', date, fileset })).body;
      await put(asked.url, description);
      storedKeys.add(
        (await world.rosie.ask('GET', `/backup/notify?${query({ system, date, key: asked.key })}`)).body.id,
      );
    }
    expect(storedKeys.size).toBe(2);
  });

  test('what has not arrived is not believed, nor what lies far ahead', async () => {
    const asked = (await keysFor({ name: 'never.zip' })).body;
    expect(
      (await world.rosie.ask('GET', `/backup/notify?${query({ system, date: world.clock.now(), key: asked.key })}`))
        .body.code,
    ).toBe('E_NOT_STORED');
    const date = world.clock.in(20 * HOUR);
    const ahead = (await keysFor({ name: 'future.zip', date })).body;
    await put(ahead.url, 'future');
    // The clock of the server was wrong, and is set back between the upload and its report.
    world.clock.advance(-DAY);
    const notified = await world.rosie.ask('GET', `/backup/notify?${query({ system, date })}`);
    expect([notified.status, notified.body.details]).toEqual([400, ['date: must not be in the future']]);
    expect(notified.body.code).toBe('E_INVALID_CRITERIA');
    const report = await world.rosie.ask('POST', '/client/report', { system, event: 'success', at: date });
    expect(report.status).toBe(400);
    world.clock.advance(DAY);
  });

  test.each([
    ['in the future', () => world.clock.in(3 * DAY)],
    ['before 1970', () => '1969-12-31T23:59:59.999Z'],
  ])('no upload is prepared for a date %s', async (when, dateOf) => {
    const [name, date, rule] = ['odd.zip', dateOf(), `date: must not be ${when}`];
    const fileset = await fresh.fileset(world, `odd-${when}`);
    const answers = [
      await keysFor({ name, date }),
      await world.rosie.ask(
        'GET',
        `/organization/${world.acme.organization}/get-upload-keys?${query({ name, date, fileset })}`,
      ),
    ];
    for (const { status, body } of answers)
      expect({ status, ...body }).toMatchObject({
        status: 400,
        code: 'E_INVALID_CRITERIA',
        details: [rule],
        issues: [{ path: 'date', code: 'invalid_value' }],
      });
  });

  test('a link that was tampered with, is for something else, or is old opens nothing', async () => {
    const { url, key } = (await keysFor({ name: 'locked.zip', size: 3 })).body as { url: string; key: string };
    const foreign = encodeURIComponent(key).replace(system, world.birch.system);
    const tampered = [
      url.replace(encodeURIComponent(key), foreign),
      url.replace('size=3', 'size=9'),
      url.replace(/signature=.{4}/, 'signature=AAAA'),
      url.replace(/&?signature=[^&]*/, ''),
      url.replace('/store/upload', '/store/upload/../upload'),
      `${url}&sha256=${sha('abc')}`,
    ].filter((one) => one !== url);
    expect(tampered.length).toBeGreaterThan(4);
    for (const one of tampered) {
      const { status } = await put(one, 'abc');
      expect([one, one.includes('/../') ? [200, 403].includes(status) : status === 403]).toEqual([one, true]);
    }
    expect((await fetch(`${world.origin}${url.replace('upload', 'download')}`)).status).toBe(403);
    world.clock.advance(DAY + 1000);
    expect((await put(url, 'abc')).status).toBe(403);
  });

  test('too much, too little and other than promised leave no trace', async () => {
    const content = 'exactly this';
    const url = async (name: string) =>
      (await keysFor({ name, size: content.length, sha256: sha(content) })).body as { url: string; key: string };
    for (const [name, body, code] of [
      ['more.zip', `${content} and more`, 'E_SIZE'],
      ['less.zip', 'exactly', 'E_SIZE'],
      ['other.zip', 'exactly that', 'E_CHECKSUM'],
    ] as const) {
      const asked = await url(name);
      const refused = await put(asked.url, body);
      expect([name, refused.status, refused.body.code]).toEqual([name, 400, code]);
      expect(await world.storage.stat(asked.key)).toBeNull();
    }
    expect(temporary()).toEqual([]);
  });

  test('an upload that breaks off leaves no trace, and can be sent again', async () => {
    const asked = (await keysFor({ name: 'broken.zip', size: 1_000_000 })).body as { url: string; key: string };
    const { hostname, port } = new URL(world.origin);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `PUT ${asked.url} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n${'x'.repeat(50_000)}`,
          () => socket.destroy(),
        );
      });
      socket.on('close', () => resolve());
    });
    await expect.poll(temporary, { timeout: 30_000 }).toEqual([]);
    expect(await world.storage.stat(asked.key)).toBeNull();
    expect((await put(asked.url, Buffer.alloc(1_000_000))).status).toBe(200);
  });

  test('nothing of all this was a failure of the server', () => {
    expect(world.log.failures).toEqual([]);
  });
});

/** A disk of its own of a few megabytes; null where this user may not make one. */
function smallDisk(megabytes: number): { folder: string; gone(): void } | null {
  const folder = mkdtempSync(join(tmpdir(), 'backwatch-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).status === 0;
  const gone = () => {
    if (mounted) spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  if (mounted) return { folder, gone };
  gone();
  return null;
}
const trial = smallDisk(1);
trial?.gone();

describe.skipIf(trial === null)('a full disk (needs the right to mount one)', () => {
  test('refuses an upload with a 507, keeps no half of it, and takes what fits', async () => {
    const disk = smallDisk(2)!;
    const world = await makeWorld('sqlite', { storage: await openFolderStorage(disk.folder) });
    const ask = async (name: string) =>
      (
        await world.rosie.ask(
          'GET',
          `/system/${world.acme.system}/get-upload-keys?${query({ name, date: world.clock.now() })}`,
        )
      ).body;
    const put = async (name: string, bytes: number) => {
      const response = await fetch(`${world.origin}${(await ask(name)).url}`, {
        method: 'PUT',
        body: Buffer.alloc(bytes, 1) as any,
      });
      return { status: response.status, body: (await response.json()) as any };
    };
    const refused = await put('big.zip', 5_000_000);
    expect([refused.status, refused.body.code]).toEqual([507, 'E_DISK_FULL']);
    expect(readdirSync(join(disk.folder, 'tmp'))).toEqual([]);
    expect((await put('small.zip', 500_000)).status).toBe(200);
    expect((await world.alice.ask('GET', '/system')).status).toBe(200);
    await world.close();
    disk.gone();
  });

  test('acknowledges no report that it cannot keep, still answers, and goes on when there is room again', async () => {
    const disk = smallDisk(4)!;
    const { openSqlite } = await import('#server/db/sqlite/store.ts');
    const { makeWorldOn } = await import('#tests/world.ts');
    mkdirSync(join(disk.folder, 'store'));
    const world = await makeWorldOn({
      engine: 'sqlite',
      folder: disk.folder,
      databaseUrl: null,
      databaseName: null,
      openStore: () => openSqlite(join(disk.folder, 'backwatch.db')),
      gone: () => Promise.resolve(),
    });
    const report = (file: string) =>
      world.rosie.ask('POST', '/client/report', {
        system: world.acme.system,
        event: 'success',
        at: world.clock.now(),
        file,
        text: 'x'.repeat(5000),
      });
    const filling = join(disk.folder, 'filling');
    for (let size = 4_000_000; size > 2000; size = Math.floor(size / 2)) {
      try {
        writeFileSync(filling, Buffer.alloc(size), { flag: 'a' });
      } catch {
        continue;
      }
    }
    const stored: string[] = [];
    let refused = 0;
    for (let index = 0; index < 60; index += 1) {
      const answer = await report(`file-${index}`);
      if (answer.status === 200) stored.push(`file-${index}`);
      else refused += Number(answer.status === 507 && answer.body.code === 'E_DISK_FULL');
    }
    expect([refused + stored.length, refused > 0]).toEqual([60, true]);
    expect((await world.alice.ask('GET', '/system')).status).toBe(200);
    rmSync(filling);
    expect((await report('after')).status).toBe(200);
    const files = (await world.alice.ask('GET', `/backup?system=${world.acme.system}`)).body.map(
      ({ file }: any) => file,
    );
    expect(files).toEqual(expect.arrayContaining([...stored, 'after']));
    await world.close();
    disk.gone();
  });
});
