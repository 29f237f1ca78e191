// A tap opens the right page in the right window, or runs an action.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { burstNotification } from '#server/jobs/notifications/notification.ts';
import type { Answer } from '#contract/outbox.ts';
import { onClick, openUrl, ownUrl, pickWindow, type WindowLike } from '#sw/click.ts';
import { facts } from '#tests/jobs/notification-facts.ts';

const origin = 'https://watch.example.com';
const url = '/admin/system?id=7&alarm=a1';

const makeWindow = (over: Partial<WindowLike> & { routes?: boolean; log?: string[] } = {}): WindowLike => {
  const { routes = true, log = [], ...rest } = over;
  return {
    focused: false,
    visibilityState: 'hidden',
    focus: async () => void log.push('focus'),
    navigate: async (to) => {
      log.push(`navigate ${to}`);
      return {};
    },
    postMessage: (message, [port]) => {
      const { type, v, nonce, url: to } = message as { type: string; v: number; nonce: string; url: string };
      log.push(`${type} ${v} ${to}`);
      if (routes) (port as MessagePort).postMessage({ v: 1, type: 'opened', nonce });
    },
    ...rest,
  };
};

const makeParts = (
  windows: WindowLike[],
  log: string[],
  post: (path: string) => Promise<Answer> = async () => ({ status: 200, body: { outcome: 'done' } }),
) => ({
  origin,
  windows: async () => windows,
  openWindow: async (to: string) => void log.push(`openWindow ${to}`),
  saveOpenUrl: async (to: string, ts: number) => void log.push(`leave ${to} ${ts}`),
  nonce: () => 'n1',
  now: () => 1000,
  show: async (title: string) => void log.push(`show ${title}`),
  post: (path: string, body: Record<string, unknown>) => {
    log.push(`post ${path} ${Object.keys(body).join()}`);
    return post(path);
  },
  saveAction: async () => undefined,
  removeAction: async () => undefined,
  queuedActions: async () => [],
  atOnce: <T>(work: () => Promise<T>) => work(),
  registerSync: async () => void log.push('sync'),
  broadcast: ({ type }: { type: string }) => void log.push(`tell ${type}`),
});

afterEach(() => void vi.useRealTimers());

describe('opening', () => {
  test('without a window: stores the path, then opens one', async () => {
    const log: string[] = [];
    await openUrl(url, makeParts([], log));
    expect(log).toEqual([`leave ${url} 1000`, `openWindow ${url}`]);
  });

  test('with a window: focuses it, then its router opens the path', async () => {
    const log: string[] = [];
    await openUrl(url, makeParts([makeWindow({ log })], log));
    expect(log).toEqual(['focus', `open 1 ${url}`]);
  });

  test('without an answer of the router for a second: navigates the window', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const log: string[] = [];
    const done = openUrl(url, makeParts([makeWindow({ log, routes: false })], log));
    await vi.advanceTimersByTimeAsync(999);
    expect(log).toEqual(['focus', `open 1 ${url}`]);
    await vi.advanceTimersByTimeAsync(1);
    await done;
    expect(log).toEqual(['focus', `open 1 ${url}`, `navigate ${url}`]);
  });

  test('an uncontrolled window that cannot be navigated: a new one is opened', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const log: string[] = [];
    const stubborn = makeWindow({ log, routes: false, navigate: () => Promise.reject(new TypeError('uncontrolled')) });
    const done = openUrl(url, makeParts([stubborn], log));
    await vi.advanceTimersByTimeAsync(1000);
    await done;
    expect(log.at(-1)).toBe(`openWindow ${url}`);
  });

  test('an answer to another message does not count', async () => {
    const log: string[] = [];
    const confused = makeWindow({
      log,
      postMessage: (_m, [port]) => (port as MessagePort).postMessage({ nonce: 'other' }),
    });
    await openUrl(url, makeParts([confused], log));
    expect(log).toEqual(['focus', `navigate ${url}`]);
  });

  test('a rejected focus still routes, and a window that cannot open is no error', async () => {
    const log: string[] = [];
    await openUrl(
      url,
      makeParts([makeWindow({ log, focus: () => Promise.reject(new Error('InvalidAccessError')) })], log),
    );
    expect(log).toEqual([`open 1 ${url}`]);
    const parts = { ...makeParts([], log), openWindow: () => Promise.reject(new Error('InvalidAccessError')) };
    await expect(openUrl(url, parts)).resolves.toBeUndefined();
  });

  test('a hanging database does not prevent the window from opening', async () => {
    const log: string[] = [];
    void openUrl(url, { ...makeParts([], log), saveOpenUrl: () => new Promise(() => undefined) });
    await expect.poll(() => log).toEqual([`openWindow ${url}`]);
  });

  test('the focused window is preferred, then a visible one, then any', () => {
    const [any, visible, focused] = [
      makeWindow(),
      makeWindow({ visibilityState: 'visible' }),
      makeWindow({ focused: true }),
    ];
    expect(pickWindow([any, visible, focused])).toBe(focused);
    expect(pickWindow([any, visible])).toBe(visible);
    expect(pickWindow([any])).toBe(any);
    expect(pickWindow([])).toBeUndefined();
  });

  test.each([
    ['/admin/alarms?x=1#y', '/admin/alarms?x=1#y'],
    [`${origin}/admin/alarms`, '/admin/alarms'],
    ['https://evil.example/admin', '/'],
    ['//evil.example/admin', '/'],
    ['javascript:alert(1)', '/'],
    ['https://', '/'],
    [undefined, '/'],
    [7, '/'],
  ])('%s becomes %s', (wanted, own) => expect(ownUrl(wanted, origin)).toBe(own));
});

describe('a tap', () => {
  const touched = (log: string[], data: object = {}) => ({
    title: 'ledger-01 failed',
    tag: 'alarm:a1',
    data: { v: 1, url, alarmId: 'a1', kind: 'failed', token: 't', pushId: 'p1', ...data },
    close: () => void log.push('close'),
  });

  test.each(['', 'open', 'call'])('the body or button "%s" opens the alarm', async (action) => {
    const log: string[] = [];
    await onClick(touched(log), action, makeParts([], log));
    expect(log).toEqual(['close', `leave ${url} 1000`, `openWindow ${url}`]);
  });

  test('the button of a group opens the app: what its text does not name is not acknowledged', async () => {
    const list = Array.from({ length: 5 }, (_, index) => facts({ systemId: `s${index}` }));
    const { actions, url: there } = burstNotification(list, { locale: 'en-US' });
    const done: string[][] = [];
    for (const { action, title } of actions) {
      const log: string[] = [];
      await onClick(touched(log, { kind: 'burst', alarmId: null, url: there }), action, makeParts([], log));
      done.push([title, ...log.slice(1, 2)]);
    }
    expect(done).toEqual([['Open', 'leave / 1000']]);
  });

  test.each(['acknowledge', 'snooze'])('the button "%s" actions and opens nothing', async (action) => {
    const log: string[] = [];
    await onClick(touched(log), action, makeParts([makeWindow({ log })], log));
    expect(log.slice(0, 2)).toEqual(['close', expect.stringContaining('post /api/alarm/act token,act')]);
    expect(log.join()).not.toMatch(/focus|openWindow/);
  });

  test('the button "It rang" sends a receipt and opens nothing', async () => {
    const log: string[] = [];
    await onClick(touched(log, { kind: 'test' }), 'rang', makeParts([], log));
    expect(log).toEqual(['close', 'post /api/push/receipt token,pushId,rangAt']);
  });

  test('a tap on a test alarm opens the app and reports that it rang', async () => {
    const log: string[] = [];
    await onClick(touched(log, { kind: 'test' }), '', makeParts([], log));
    expect(log).toContain('post /api/push/receipt token,pushId,rangAt');
    expect(log).toContain(`openWindow ${url}`);
  });

  test('a notification without data opens the root', async () => {
    const log: string[] = [];
    await onClick({ ...touched(log), data: null }, '', makeParts([], log));
    expect(log).toContain('openWindow /');
  });
});
