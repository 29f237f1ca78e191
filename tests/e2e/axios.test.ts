// The unmodified axios as a page loads it, newest and 0.19, in a real browser: it is the browser that keeps the cookies, and
// axios that puts the token of anti-forgery into its header.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headlessShell } from '../browsers.ts';
import { PASSWORD } from '../cast.ts';
import { makeWorld, type World } from '../world.ts';

/** The part of both versions that a page uses. */
interface Axios {
  request(config: object): Promise<{ status: number; data: any; headers: any }>;
}
const file = (path: string) => readFileSync(resolve(import.meta.dirname, '../../node_modules', path), 'utf8');
const lines = [
  ['newest', file('axios/dist/axios.min.js')],
  ['0.19', file('axios-0/dist/axios.min.js')],
] as const;

let world: World;
let browser: Browser;
beforeAll(async () => {
  world = await makeWorld('sqlite');
  browser = await chromium.launch(headlessShell);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

/** Makes one request in the page: status, body and total of the answer, also of an error. */
const ask = (page: Page, method: string, url: string, more: { data?: object; params?: object } = {}) =>
  page.evaluate(
    async (config) => {
      const { axios } = globalThis as unknown as { axios: Axios };
      const { status, data, headers } = await axios
        .request(config)
        .catch((error: { response: Awaited<ReturnType<Axios['request']>> }) => error.response);
      return { status, data, total: (headers['x-total-count'] ?? null) as string | null };
    },
    { method, url, ...more },
  );

describe.each(lines)('axios in a browser, %s,', (_line, script) => {
  let page: Page;
  beforeAll(async () => {
    page = await (await browser.newContext({ baseURL: world.origin })).newPage();
    await page.goto('/api/auth/check-user');
    await page.evaluate(script);
  });

  test('signs in and keeps the session', async () => {
    const login = { email: world.alice.email, password: PASSWORD };
    expect((await ask(page, 'post', '/api/auth/login', { data: { ...login, password: 'wrong' } })).status).toBe(401);
    expect((await ask(page, 'post', '/api/auth/login', { data: login })).data.user.id).toBe(world.alice.id);
    expect((await ask(page, 'get', '/api/auth/check-user')).data.user.id).toBe(world.alice.id);
  });

  test('creates, lists, updates and destroys', async () => {
    const { data: made } = await ask(page, 'post', '/api/schedule', { data: { name: 'In a browser', alarmAfter: 3 } });
    const params = { where: { name: { contains: 'a browser' } }, sort: 'name ASC', limit: 5 };
    const listed = await ask(page, 'get', '/api/schedule', { params });
    expect([listed.data.map(({ id }: { id: string }) => id), listed.total]).toEqual([[made.id], '1']);
    for (const method of ['patch', 'put'])
      expect((await ask(page, method, `/api/schedule/${made.id}`, { data: { alarmAfter: 4 } })).data.alarmAfter).toBe(
        4,
      );
    expect((await ask(page, 'delete', `/api/schedule/${made.id}`)).data.id).toBe(made.id);
    expect(await ask(page, 'get', `/api/schedule/${made.id}`)).toMatchObject({
      status: 404,
      data: { code: 'E_NOT_FOUND' },
    });
  });

  test('receives the field and the rule of invalid input', async () => {
    const { status, data } = await ask(page, 'post', '/api/schedule', { data: { name: '', alarmAfter: 3 } });
    expect([status, data.code, data.details[0]]).toEqual([400, 'E_INVALID_NEW_RECORD', 'name: must not be empty']);
  });

  test('is rejected without the CSRF header that it sets itself', async () => {
    const header = await page.evaluate(async () => {
      const answer = await fetch('/api/schedule', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"name":"None","alarmAfter":3}',
      });
      return [answer.status, (await answer.json()).code];
    });
    expect(header).toEqual([403, 'E_CSRF']);
  });
});
