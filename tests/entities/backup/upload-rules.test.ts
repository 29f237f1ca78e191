// The rules of an upload: its values, its systems, and the end of one that nobody reports.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fresh } from '#tests/samples.ts';
import { Browser, DAY, HOUR, databases, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('rules of uploads on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  const linkFor = async (name: string, system = world.acme.system) =>
    (await world.bob.ask('GET', `/system/${system}/get-upload-keys?name=${name}&date=${world.clock.now()}`)).body;
  /** One request as it goes over the wire; answers the status and the body. */
  const send = (head: string[], body: string) =>
    new Promise<{ status: number; body: any }>((answered, failed) => {
      const { port } = new URL(world.origin);
      let text = '';
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(`${[...head, 'Host: x', 'Connection: close'].join('\r\n')}\r\n\r\n${body}`),
      );
      socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      socket.on('error', failed);
      socket.on('end', () =>
        answered({
          status: Number(text.slice(9, 12)),
          body: JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)),
        }),
      );
    });

  test('an upload without a length is a 411, one beyond the ceiling a 413; neither is read', async () => {
    const { url, key } = await linkFor('rules.zip');
    const chunked = await send([`PUT ${url} HTTP/1.1`, 'Transfer-Encoding: chunked'], '5\r\nbytes\r\n0\r\n\r\n');
    expect([chunked.status, chunked.body.code]).toEqual([411, 'E_LENGTH_REQUIRED']);
    const large = await send([`PUT ${url} HTTP/1.1`, `Content-Length: ${2 ** 40 + 1}`], 'bytes');
    expect([large.status, large.body.code]).toEqual([413, 'E_TOO_LARGE']);
    expect(await world.storage.stat(key)).toBeNull();
    expect((await send([`PUT ${url} HTTP/1.1`, 'Content-Length: 5'], 'bytes')).status).toBe(200);
  });

  test('the client of an organization reports nothing for a system that its own client has claimed', async () => {
    const system = await fresh.system(world, 'own-client');
    const report = (event = 'success') =>
      world.rosie.ask('POST', '/client/report', { system, event, at: world.clock.now(), file: 'a.zip', size: 5 });
    const link = () => world.rosie.ask('GET', `/system/${system}/get-upload-keys?name=a.zip&date=${world.clock.now()}`);
    const notify = () => world.rosie.ask('GET', `/backup/notify?system=${system}&date=${world.clock.now()}`);
    expect([(await report()).status, (await link()).status]).toEqual([200, 200]);
    const { key } = (await world.alice.ask('GET', `/system/${system}/get-client-key`)).body;
    const own = new Browser(world.origin, { authorization: `Bearer ${key}`, 'x-client-instance': 'own' });
    const hello = { hostName: 'own', version: '1.0.0', internalIp: '', platform: 'linux', instance: 'own' };
    expect((await own.ask('POST', '/api/client/hello', hello)).status).toBe(200);
    expect([(await report()).status, (await report('failed')).status]).toEqual([404, 404]);
    expect([(await link()).status, (await notify()).status]).toEqual([404, 404]);
    await world.alice.ask('PATCH', `/system/${system}`, { keyConnected: false });
    expect((await report()).status).toBe(200);
  });

  test('what was uploaded and never reported goes after 7 days, and nothing else', async () => {
    const put = async (url: string) => (await fetch(`${world.origin}${url}`, { method: 'PUT', body: 'bytes' })).status;
    const [left, notified] = [await linkFor('left.zip'), await linkFor('told.zip')];
    const date = world.clock.now();
    expect([await put(left.url), await put(notified.url)]).toEqual([200, 200]);
    const path = `/backup/notify?system=${world.acme.system}&date=${date}&key=${encodeURIComponent(notified.key)}`;
    expect((await world.bob.ask('GET', path)).status).toBe(200);
    // Of a database that was lost: this one does not know it.
    const unknown = `${world.acme.system}/none/20261120T000000Z-unknown.zip`;
    const { Readable } = await import('node:stream');
    await world.storage.putStream(unknown, Readable.from(['bytes']), { maxBytes: 100 });
    const there = async () =>
      Promise.all(
        [left.key, notified.key, unknown].map(async (key: string) => (await world.storage.stat(key)) !== null),
      );
    world.clock.advance(6 * DAY + 23 * HOUR);
    await world.settle();
    expect(await there()).toEqual([true, true, true]);
    world.clock.advance(DAY + HOUR);
    await world.settle();
    expect(await there()).toEqual([false, true, true]);
    const late = `/backup/notify?system=${world.acme.system}&date=${date}&key=${encodeURIComponent(left.key)}`;
    expect((await world.bob.ask('GET', late)).body.code).toBe('E_NOT_STORED');
    world.clock.advance(60 * DAY);
    await world.settle();
    expect(await there()).toEqual([false, true, true]);
  });
});
