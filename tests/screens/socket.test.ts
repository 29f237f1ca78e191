// The live connection keeps every number of the specification, over a fake emitter and a clock the test owns.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#app/api/errors.ts';
import { createLive, type Live, type LiveFlash, type SocketLike } from '#app/realtime/socket.ts';

type Ack = (...args: unknown[]) => void;

class FakeSocket implements SocketLike {
  id: string | undefined;
  connected = false;
  attempts = 0;
  closes = 0;
  asked: { method: string; url: string; message: object; ack: Ack; probe: boolean }[] = [];
  private listeners = new Map<string, ((...args: never[]) => void)[]>();
  connect() {
    this.attempts += 1;
  }
  disconnect() {
    this.closes += 1;
    if (this.connected) this.drop('io client disconnect');
  }
  on(event: string, listener: (...args: never[]) => void) {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }
  emit(event: string, ...args: unknown[]) {
    const [message, ack] = args as [{ url: string }, Ack];
    this.asked.push({ method: event, url: message.url, message, ack, probe: false });
  }
  timeout(ms: number) {
    return {
      emit: (event: string, ...args: unknown[]) => {
        const [message, ack] = args as [{ url: string }, Ack];
        const timer = setTimeout(() => ack(new Error('operation has timed out')), ms);
        const answered: Ack = (answer) => {
          clearTimeout(timer);
          ack(null, answer);
        };
        this.asked.push({ method: event, url: message.url, message, ack: answered, probe: true });
      },
    };
  }
  hear(event: string, ...args: unknown[]) {
    for (const listener of this.listeners.get(event) ?? []) (listener as (...all: unknown[]) => void)(...args);
  }
  up() {
    this.connected = true;
    this.id = 'socket-1';
    this.hear('connect');
  }
  drop(reason = 'transport close') {
    this.connected = false;
    this.id = undefined;
    this.hear('disconnect', reason);
  }
  fail() {
    this.hear('connect_error', new Error('xhr poll error'));
  }
  answer(url: string, statusCode: number, body: unknown = 'OK') {
    const at = this.asked.findIndex((a) => a.url === url);
    if (at < 0) throw new Error(`nobody asked ${url}`);
    this.asked.splice(at, 1)[0]?.ack({ statusCode, body, headers: {} });
  }
  urls() {
    return this.asked.map((a) => a.url);
  }
}

class FakeDocument extends EventTarget {
  visibilityState = 'visible';
}

const subscribeUrl = '/api/app/subscribe';
const lost = { kind: 'negative', text: 'Connection to server interrupted', ms: 3000 };
const restored = { kind: 'positive', text: 'Connection to server restored', ms: 2000 };

let socket: FakeSocket;
let page: { document: FakeDocument; window: EventTarget };
let live: Live;
let states: string[];
let flashes: LiveFlash[];
let events: unknown[][];
let probed: number[];
let counts: { resync: number; reload: number; made: number };

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const look = (visibilityState: 'hidden' | 'visible') => {
  page.document.visibilityState = visibilityState;
  page.document.dispatchEvent(new Event('visibilitychange'));
};
const enroll = async () => {
  live.authenticated();
  socket.up();
  await wait(1000);
  socket.answer(subscribeUrl, 200);
  await wait(0);
};

beforeEach(async () => {
  vi.useFakeTimers();
  socket = new FakeSocket();
  page = { document: new FakeDocument(), window: new EventTarget() };
  [states, flashes, events, probed] = [[], [], [], []];
  counts = { resync: 0, reload: 0, made: 0 };
  live = createLive({
    nouns: ['system', 'fileset', 'recent'],
    onEvent: (...args) => void events.push(args),
    onState: (state) => void states.push(state),
    onFlash: (flash) => void flashes.push(flash),
    onResync: () => void (counts.resync += 1),
    onProbed: (ms) => void probed.push(ms),
    reload: () => void (counts.reload += 1),
    makeSocket: async () => {
      counts.made += 1;
      return socket;
    },
    whenIdle: (work) => work(),
    page,
  });
  await wait(0);
});

afterEach(() => {
  live.stop();
  vi.useRealTimers();
});

describe('enrolling', () => {
  test('connects at the start with or without a user, without a subscription', async () => {
    socket.up();
    await wait(60_000);
    expect(socket.attempts).toBe(1);
    expect(socket.urls()).not.toContain(subscribeUrl);
    expect(live.state()).toBe('enrolling');
  });

  test('begins 1000 ms after authentication, not before', async () => {
    socket.up();
    live.authenticated();
    await wait(999);
    expect(socket.urls()).toEqual([]);
    await wait(1);
    expect(socket.asked).toMatchObject([{ method: 'get', url: subscribeUrl }]);
  });

  test('waits for a later connection', async () => {
    live.authenticated();
    await wait(3000);
    expect(socket.urls()).toEqual([]);
    socket.up();
    expect(socket.urls()).toEqual([subscribeUrl]);
  });

  test('is complete at 200, and refetches what may have been missed', async () => {
    await enroll();
    expect(live.state()).toBe('enrolled');
    expect(states).toEqual(['enrolled']);
    expect(counts).toMatchObject({ resync: 1, reload: 0 });
  });

  test('reloads the page at 401', async () => {
    live.authenticated();
    socket.up();
    await wait(1000);
    socket.answer(subscribeUrl, 401);
    await wait(0);
    expect(counts.reload).toBe(1);
    expect(live.state()).toBe('enrolling');
  });

  test('is tried again 5 s after any other answer', async () => {
    live.authenticated();
    socket.up();
    await wait(1000);
    socket.answer(subscribeUrl, 500);
    await wait(4999);
    expect(socket.urls()).toEqual([]);
    await wait(1);
    expect(socket.urls()).toEqual([subscribeUrl]);
    expect(counts.reload).toBe(0);
  });

  test('ends with the session: unsubscribes, and comes back a second after the next sign-in', async () => {
    await enroll();
    live.loggedOut();
    expect(socket.urls()).toEqual(['/api/app/unsubscribe']);
    expect(states).toEqual(['enrolled', 'enrolling']);
    live.authenticated();
    await wait(1000);
    expect(socket.urls()).toContain(subscribeUrl);
  });

  test('signing out within the second enrolls nobody', async () => {
    socket.up();
    live.authenticated();
    await wait(500);
    live.loggedOut();
    await wait(60_000);
    expect(socket.urls()).not.toContain(subscribeUrl);
  });

  test('a late success after the sign-out does not enroll', async () => {
    live.authenticated();
    socket.up();
    await wait(1000);
    live.loggedOut();
    socket.answer(subscribeUrl, 200);
    await wait(0);
    expect(live.state()).toBe('enrolling');
  });
});

describe('a lost connection', () => {
  test.each(['drop', 'fail'] as const)('is tried again every 5 s after %s', async (how) => {
    if (how === 'drop') socket.up();
    socket[how]();
    await wait(4999);
    expect(socket.attempts).toBe(1);
    await wait(1);
    expect(socket.attempts).toBe(2);
    socket.fail();
    await wait(5000);
    expect(socket.attempts).toBe(3);
  });

  test('retries also after a clean close by the server', async () => {
    socket.up();
    socket.drop('io server disconnect');
    await wait(5000);
    expect(socket.attempts).toBe(2);
  });

  test('is offline after 10 s, with one flash of 3 s', async () => {
    await enroll();
    socket.drop();
    expect(live.state()).toBe('enrolling');
    await wait(9999);
    expect(flashes).toEqual([]);
    await wait(1);
    expect(live.state()).toBe('offline');
    expect(flashes).toEqual([lost]);
    for (let i = 0; i < 10; i += 1) {
      socket.fail();
      await wait(5000);
    }
    expect(flashes).toEqual([lost]);
  });

  test('is offline after 10 s also if it never opened', async () => {
    await wait(10_000);
    expect(live.state()).toBe('offline');
    expect(flashes).toEqual([lost]);
  });

  test('shows no flash if it returns within 10 s', async () => {
    await enroll();
    socket.drop();
    await wait(5000);
    socket.up();
    await wait(60_000);
    expect(flashes).toEqual([]);
  });

  test('returns from offline with a flash of 2 s, enrolls at once and refetches', async () => {
    await enroll();
    socket.drop();
    await wait(12_000);
    socket.up();
    expect(flashes).toEqual([lost, restored]);
    socket.answer(subscribeUrl, 200);
    await wait(0);
    expect(states).toEqual(['enrolled', 'enrolling', 'offline', 'enrolling', 'enrolled']);
    expect(counts.resync).toBe(2);
  });

  test('flapping does not restart the 10 s', async () => {
    socket.fail();
    await wait(5000);
    socket.fail();
    await wait(5000);
    expect(live.state()).toBe('enrolling');
    socket.fail();
    expect(live.state()).toBe('offline');
  });

  test('the retry that is due at 10 s is answered before the notice is judged', async () => {
    await enroll();
    socket.drop();
    await wait(5000);
    socket.fail();
    await wait(5000);
    expect([live.state(), flashes]).toEqual(['enrolling', []]);
    await wait(900);
    socket.up();
    await wait(60_000);
    expect(flashes).toEqual([]);
  });

  test('without an answer to that retry the notice shows after one second', async () => {
    socket.fail();
    await wait(5000);
    socket.fail();
    await wait(5999);
    expect(flashes).toEqual([]);
    await wait(1);
    expect(flashes).toEqual([lost]);
  });

  test.each(['online', 'visible'])('%s begins a new attempt at once, also while an old one waits', async (signal) => {
    const come = () => (signal === 'online' ? page.window.dispatchEvent(new Event('online')) : look('visible'));
    expect(socket.attempts).toBe(1);
    await wait(3000);
    come();
    expect(socket.attempts).toBe(2);
    // The other signals of the same moment are no further ones.
    page.window.dispatchEvent(new Event('pageshow'));
    come();
    expect(socket.attempts).toBe(2);
  });
});

describe('a hidden page', () => {
  test('does not retry, and connects at once when visible', async () => {
    socket.fail();
    look('hidden');
    await wait(40_000);
    expect(socket.attempts).toBe(1);
    expect(flashes).toEqual([]);
    look('visible');
    expect(socket.attempts).toBe(2);
  });

  test('closes the connection after 45 s', async () => {
    await enroll();
    look('hidden');
    await wait(44_999);
    expect(socket.closes).toBe(0);
    await wait(1);
    expect(socket.closes).toBe(1);
    await wait(600_000);
    expect(socket.attempts).toBe(1);
    look('visible');
    expect(socket.attempts).toBe(2);
    expect(flashes).toEqual([]);
  });

  test('keeps the connection if visible before that, and checks it', async () => {
    await enroll();
    look('hidden');
    await wait(30_000);
    look('visible');
    expect(socket.asked).toMatchObject([{ url: '/api/auth/check-user', probe: true }]);
    socket.answer('/api/auth/check-user', 200);
    await wait(60_000);
    expect(socket.closes).toBe(0);
    expect(live.state()).toBe('enrolled');
  });

  test('ignores the online event', async () => {
    socket.fail();
    look('hidden');
    page.window.dispatchEvent(new Event('online'));
    expect(socket.attempts).toBe(1);
  });

  test('disconnects at once when frozen or left, and connects when shown again', async () => {
    await enroll();
    page.window.dispatchEvent(new Event('pagehide'));
    expect(socket.closes).toBe(1);
    page.window.dispatchEvent(new Event('pageshow'));
    expect(socket.attempts).toBe(2);
  });
});

describe('waking', () => {
  test.each(['online', 'pageshow'])('%s tries at once, and the retry timer does not try again', async (event) => {
    socket.fail();
    await wait(1000);
    page.window.dispatchEvent(new Event(event));
    expect(socket.attempts).toBe(2);
    await wait(4500);
    expect(socket.attempts).toBe(2);
  });

  test('a probe without an answer for 2 s makes a new connection', async () => {
    await enroll();
    page.window.dispatchEvent(new Event('pageshow'));
    await wait(1999);
    expect(socket.closes).toBe(0);
    await wait(1);
    expect([socket.closes, socket.attempts]).toEqual([1, 2]);
    expect(live.state()).toBe('enrolling');
    socket.up();
    socket.answer(subscribeUrl, 200);
    await wait(0);
    expect(live.state()).toBe('enrolled');
  });

  test('an answered probe reports its duration', async () => {
    await enroll();
    live.wake();
    await wait(84);
    socket.answer('/api/auth/check-user', 200);
    live.wake();
    await wait(2000);
    expect(probed).toEqual([84]);
  });

  test('several signals at once are one probe', async () => {
    await enroll();
    look('visible');
    page.window.dispatchEvent(new Event('pageshow'));
    page.window.dispatchEvent(new Event('online'));
    live.wake();
    expect(socket.asked).toHaveLength(1);
  });

  test('a clock that jumped more than 10 s probes; a tick that is a little late does not', async () => {
    await enroll();
    vi.setSystemTime(Date.now() + 9000);
    await wait(5000);
    expect(socket.asked).toEqual([]);
    vi.setSystemTime(Date.now() + 3_600_000);
    await wait(5000);
    expect(socket.urls()).toEqual(['/api/auth/check-user']);
  });
});

describe('requests and events', () => {
  test('a request travels as the wire has it and resolves with any answer', async () => {
    socket.up();
    const asked = live.request({ method: 'PATCH', url: '/api/system/1', data: { name: 'x' } });
    expect(socket.asked).toMatchObject([{ method: 'patch', url: '/api/system/1' }]);
    socket.answer('/api/system/1', 403, { code: 'E_FORBIDDEN' });
    await expect(asked).resolves.toEqual({ statusCode: 403, body: { code: 'E_FORBIDDEN' }, headers: {} });
  });

  test('an answer without a status is 200 without headers', async () => {
    socket.up();
    const asked = live.request({ method: 'GET', url: '/api/system' });
    socket.asked[0]?.ack({ body: [] });
    await expect(asked).resolves.toEqual({ statusCode: 200, body: [], headers: {} });
  });

  test('a lost connection ends open requests with status 0 and the specified text', async () => {
    socket.up();
    const asked = live.request({ method: 'GET', url: '/api/system' });
    socket.drop();
    const error: unknown = await asked.catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 0,
      code: 'E_DISCONNECTED',
      message: 'The socket disconnected before the request completed.',
    });
  });

  test('a request without a connection is not queued', async () => {
    await expect(live.request({ method: 'GET', url: '/api/system' })).rejects.toMatchObject({ code: 'E_DISCONNECTED' });
    socket.up();
    expect(socket.urls()).toEqual([]);
  });

  test('a malformed request is refused before it is sent', () => {
    socket.up();
    const both = { method: 'GET', url: '/api/system', params: { a: 1 }, data: { b: 1 } };
    expect(() => live.request({ method: 'GET', url: '' })).toThrow('Invalid or missing URL!');
    expect(() => live.request(both)).toThrow('Cannot specify both `params` and `data`!');
    expect(socket.urls()).toEqual([]);
  });

  test('params travel as data', () => {
    socket.up();
    live.request({ method: 'GET', url: '/api/system', params: { limit: 5 } }).catch(() => undefined);
    expect(socket.asked).toMatchObject([{ message: { data: { limit: 5 } } }]);
  });

  test('the id of the socket is available only while it is subscribed', async () => {
    live.authenticated();
    socket.up();
    expect(live.socketId()).toBeNull();
    await wait(1000);
    socket.answer(subscribeUrl, 200);
    await wait(0);
    expect(live.socketId()).toBe('socket-1');
    socket.drop();
    expect(live.socketId()).toBeNull();
  });

  test('events of the given nouns and of the session arrive, others do not', () => {
    const change = { verb: 'updated', id: '1', data: { name: 'x' } };
    socket.hear('system', change);
    socket.hear('recent', [1]);
    socket.hear('session', { reason: 'rights' });
    socket.hear('group', change);
    expect(events).toEqual([
      ['system', change],
      ['recent', [1]],
      ['session', { reason: 'rights' }],
    ]);
  });
});

test('a library that cannot be loaded is tried again after 5 s', async () => {
  let loads = 0;
  const other = createLive({
    nouns: [],
    onEvent: () => undefined,
    onState: () => undefined,
    onFlash: () => undefined,
    onResync: () => undefined,
    onProbed: () => undefined,
    reload: () => undefined,
    makeSocket: async () => {
      loads += 1;
      if (loads === 1) throw new TypeError('Failed to fetch dynamically imported module');
      return new FakeSocket();
    },
    whenIdle: (work) => work(),
    page,
  });
  await wait(5000);
  expect(loads).toBe(2);
  other.stop();
});
