// The parts of a sign-out that a test has to arrange: an unsent action, and a live connection that answers late.
import type { Page } from 'playwright-core';
import { handleRequests } from './changed-answers.ts';

/** In the page: stores an unsent action of this person, as the outbox does. */
export async function storeAction(): Promise<void> {
  const { user } = (await (await fetch('/api/auth/check-user')).json()) as { user: { id: string } };
  const createdAt = new Date().toISOString();
  const act = { id: 'a', kind: 'acknowledge', alarmId: 'a1', body: {}, createdAt, userId: user.id, attempts: 1 };
  const done = <T>(asked: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      asked.addEventListener('success', () => resolve(asked.result));
      asked.addEventListener('error', () => reject(asked.error));
    });
  const database = await done(indexedDB.open('backwatch-outbox'));
  await done(database.transaction('acts', 'readwrite').objectStore('acts').put(act, act.id));
  database.close();
  new BroadcastChannel('backwatch').postMessage({ v: 1, type: 'outbox' });
}
/** Delays the live connection of `page` until the session has ended; the sign-out waits for its rejection. */
export async function holdBackSocket(page: Page): Promise<() => Promise<void>> {
  let over = () => undefined as void;
  let open = Promise.resolve();
  let refused = () => undefined as void;
  const rejected = new Promise<void>((resolve) => (refused = resolve));
  await page.routeWebSocket('**/socket.io/**', (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => void open.then(() => server.send(message)));
    server.onMessage((message) => {
      socket.send(message);
      if (String(message).includes('"statusCode":401')) refused();
    });
  });
  return async () => {
    open = new Promise((resolve) => (over = resolve));
    await handleRequests(page, '**/api/auth/oauth-logout', async (route) => {
      const response = await route.fetch();
      over();
      await rejected;
      await page.waitForTimeout(1000);
      await route.fulfill({ response });
    });
  };
}
