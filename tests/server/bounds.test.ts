// Slow, half-open and countless connections: each ends by itself, and nobody else waits for it.
import { connect, type Socket } from 'node:net';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '#tests/cast.ts';
import { makeGround, type Ground } from '#tests/test-database.ts';
import { Browser, Line, makeWorld, startServer, type Running, type World } from '#tests/world.ts';

/** A bare connection with all that it received; `closed` when the server ended it. */
function wire(origin: string, text = ''): { socket: Socket; received: () => string; closed: Promise<string> } {
  const { hostname, port } = new URL(origin);
  let received = '';
  const socket = connect(Number(port), hostname, () => text && socket.write(text));
  socket.on('data', (bytes) => (received += String(bytes)));
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(received)));
  return { socket, received: () => received, closed };
}

const halfBody =
  'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"ema';

describe('whoever is slow', () => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld('sqlite', { bounds: { headersMs: 1500, bodyMs: 1500, joinMs: 1500 } });
  });
  afterAll(() => world.close());
  const othersAreServed = async () => expect((await world.alice.ask('GET', '/system')).status).toBe(200);

  test('a request whose headers do not end is ended, and told so', async () => {
    const { closed } = wire(world.origin, 'GET /api/system HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    await othersAreServed();
    expect(await closed).toMatch(/^HTTP\/1\.1 408 [^]*Connection: close[^]*"code":"E_TIMEOUT"/);
  });

  test('a connection that says nothing is ended', async () => {
    const { closed } = wire(world.origin);
    await othersAreServed();
    expect(await closed).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });

  test('a body that does not arrive is ended, and told so', async () => {
    const { closed } = wire(world.origin, halfBody);
    await othersAreServed();
    expect(await closed).toMatch(/^HTTP\/1\.1 408 [^]*"code":"E_TIMEOUT"/);
  });

  test('an upload may take longer than any call, as long as it flows', async () => {
    const date = world.clock.in(-60_000);
    const asked = `/system/${world.acme.system}/get-upload-keys?name=slow.zip&date=${date}`;
    const { url } = (await world.alice.ask('GET', asked)).body;
    const upload = wire(
      world.origin,
      `PUT ${url} HTTP/1.1\r\nHost: x\r\nContent-Length: 8\r\nConnection: close\r\n\r\nhalf`,
    );
    // A call that began later is over its time before the upload goes on.
    await wire(world.origin, halfBody).closed;
    upload.socket.write('full');
    expect(await upload.closed).toMatch(/^HTTP\/1\.1 200 [^]*"size":8/);
  });

  test('a live connection that never joins is ended', async () => {
    const at = `${world.origin}/socket.io/?EIO=4&transport=polling`;
    const { sid } = JSON.parse((await (await fetch(at)).text()).slice(1)) as { sid: string };
    let status = 200;
    // Each of these waits for the server to say something: at last, that it knows of no such connection.
    while (status === 200) ({ status } = await fetch(`${at}&sid=${sid}`));
    expect(status).toBe(400);
  });

  test('nothing of all this was a failure of the server', () => {
    expect(world.log.failures).toEqual([]);
  });
});

describe('whoever comes in numbers', () => {
  let ground: Ground;
  let server: Running;
  const bounds = { connectionsPerAddress: 40, socketsPerSession: 3, socketsPerAddress: 6, unanswered: 20 };
  beforeAll(async () => {
    ground = await makeGround('sqlite');
    server = await startServer(ground, { bounds });
  });
  afterAll(async () => {
    await server.close();
    await ground.gone();
  });
  const isServed = async () => (await fetch(`${server.origin}/healthz`)).status === 200;
  /** The server notices an end a moment after the client: the next one may come too early. */
  async function openAtLast(cookie: string): Promise<Line> {
    for (let attempt = 1; ; attempt += 1) {
      const line = await Line.open(server.origin, { cookie }).catch(() => null);
      if (line) return line;
      if (attempt === 200) throw new Error('no place became free');
    }
  }

  test('one address has so many connections and no more; when they go, others may come', async () => {
    const wires = Array.from({ length: bounds.connectionsPerAddress + 5 }, () => wire(server.origin));
    // At least five find no place: more, where this process holds connections from before.
    await new Promise<void>((resolve) => {
      let ended = 0;
      for (const { closed } of wires) void closed.then(() => (ended += 1) >= 5 && resolve());
    });
    const left = wires.filter(({ socket }) => !socket.closed);
    expect(left.length).toBeGreaterThan(bounds.connectionsPerAddress - 10);
    for (const { socket } of left) socket.destroy();
    await Promise.all(left.map(({ closed }) => closed));
    let served = false;
    for (let attempt = 0; attempt < 200 && !served; attempt += 1) served = await isServed().catch(() => false);
    expect(served).toBe(true);
  });

  test('one session has so many live sockets, one address too', async () => {
    const open: Line[] = [];
    for (let count = 0; count < bounds.socketsPerSession; count += 1)
      open.push(await Line.open(server.origin, { cookie: 'bw_session=one' }));
    await expect(Line.open(server.origin, { cookie: 'bw_session=one' })).rejects.toThrow();
    while (open.length < bounds.socketsPerAddress) open.push(await Line.open(server.origin, {}));
    await expect(Line.open(server.origin, {})).rejects.toThrow();
    await expect(Line.open(server.origin, { cookie: 'bw_session=two' })).rejects.toThrow();
    open.pop()?.close();
    open.push(await openAtLast('bw_session=two'));
    for (const line of open) line.close();
  });

  test('a refused socket is told why', async () => {
    const open = [];
    for (let count = 0; count < bounds.socketsPerSession; count += 1) open.push(await openAtLast('bw_session=three'));
    const response = await fetch(`${server.origin}/socket.io/?EIO=4&transport=polling`, {
      headers: { cookie: 'bw_session=three' },
    });
    expect([response.status, await response.json()]).toEqual([403, { code: 4, message: 'Too many live connections.' }]);
    for (const line of open) line.close();
  });

  test('one socket has so many requests open, and the rest are told to come again', async () => {
    const socket = io(server.origin, { transports: ['polling'], forceNew: true, reconnection: false });
    await new Promise<void>((resolve) => socket.on('connect', resolve));
    const ask = () => socket.emitWithAck('get', { url: '/api/auth/check-user' }) as Promise<Record<string, any>>;
    const answers = await Promise.all(Array.from({ length: 100 }, ask));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ headers: { 'retry-after': '1' }, body: { code: 'E_RATE' } });
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(100 - refused.length);
    expect((await ask())['statusCode']).toBe(200);
    socket.close();
  });
});

/** A text of up to 125 letters as a browser's WebSocket sends it. */
const frame = (text: string) =>
  Buffer.concat([Buffer.from([0x81, 0x80 | Buffer.byteLength(text), 0, 0, 0, 0]), Buffer.from(text)]);

describe('whoever does not read', () => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld('sqlite', { bounds: { unreadBytes: 15_000 } });
    const report = { system: world.acme.system, event: 'log', at: world.clock.now(), text: 'x'.repeat(20_000) };
    await world.rosie.ask('POST', '/client/report', report);
  });
  afterAll(() => world.close());
  const asking = (count: number) => frame(`42${count}["get",{"url":"/api/system/${world.acme.system}"}]`);
  const upgrade = () =>
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
    `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'x'.repeat(22)}==\r\nCookie: ${world.alice.browser.cookie}\r\n\r\n`;

  test('a live socket that asks and asks and takes no answer is ended', async () => {
    const { socket, received, closed } = wire(world.origin, upgrade());
    await expect.poll(received, { timeout: 20_000 }).toContain('"sid"');
    socket.write(frame('40'));
    await expect.poll(received, { timeout: 20_000 }).toContain('40{');
    expect(received()).not.toContain('get');
    socket.pause();
    // Answers of 20 MB and more: what the systems on both ends take by themselves is a few.
    for (let count = 0; count < 20_000 && !socket.destroyed; count += 50) {
      for (let one = 0; one < 50; one += 1) socket.write(asking(count + one));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await closed;
    expect((await world.alice.ask('GET', '/system')).status).toBe(200);
  }, 120_000);

  test('one answer may be larger than that', async () => {
    const line = await world.alice.line();
    for (let count = 0; count < 5; count += 1) {
      const { body } = await line.ask('GET', `/api/system/${world.acme.system}`);
      expect(body.lastLog).toHaveLength(20_000);
    }
    expect(world.log.failures).toEqual([]);
  });
});

describe('behind a proxy', () => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld('sqlite', { trustProxy: true });
  });
  afterAll(() => world.close());

  test('the address that counts is the one the proxy saw, not the one a caller invents', async () => {
    const browser = new Browser(world.origin);
    await browser.ask('GET', '/api/auth/check-user');
    const attempt = (at: string, password: string) =>
      browser.ask('POST', '/api/auth/login', { email: world.bob.email, password }, { 'x-forwarded-for': at });
    for (let count = 0; count < 8; count += 1)
      expect((await attempt(`10.9.8.${count}, 192.0.2.7`, 'wrong-wrong-wrong')).status).toBe(401);
    const limited = await attempt('10.1.1.1, 192.0.2.7', PASSWORD);
    expect([limited.status, limited.body.code]).toEqual([429, 'E_RATE']);
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    expect((await attempt('192.0.2.8', PASSWORD)).status).toBe(200);
  });
});
