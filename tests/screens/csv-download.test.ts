// The download of a list as CSV: it says that it goes on, how it ended, and what to do where it failed.
// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import { meQuery } from '#app/auth/me.ts';
import { dismissFlash, flashNow } from '#app/device/flash.ts';
import { saveCsv, saveRows } from '#app/features/lists/csv-action.ts';

const fetched = vi.fn<typeof fetch>();
const saved: { name: string; text: string }[] = [];
let respond: (text: string, total: number) => void;

const schedules = api.schedule.list.queryOptions({
  where: { name: { contains: 'night' } },
  sort: 'name ASC',
  limit: 60,
  skip: 60,
});
const signIn = (id: string) => queryClient.setQueryData(meQuery.queryKey, { user: { id } } as never);
const said = () => flashNow().messages.join(' ');

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  fetched.mockImplementation(
    () =>
      new Promise((resolve) => {
        respond = (text, total) => resolve(new Response(text, { headers: { 'X-Total-Count': String(total) } }));
      }),
  );
  // The page has neither files nor downloads here.
  vi.stubGlobal(
    'Blob',
    class {
      readonly text: string;
      constructor(parts: string[]) {
        this.text = parts.join('');
      }
    },
  );
  let text = '';
  URL.createObjectURL = (blob: unknown) => {
    ({ text } = blob as { text: string });
    return 'blob:list';
  };
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, text });
  });
  signIn('mia');
});
afterEach(() => {
  dismissFlash();
  saved.length = 0;
  queryClient.clear();
  fetched.mockReset();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('the flash says that it goes on until it ends with the number of rows, however long it takes', async () => {
  const done = saveCsv('schedules', schedules);
  expect([said(), flashNow().timeout]).toEqual(['Downloading', 0]);
  await vi.waitUntil(() => fetched.mock.calls.length === 1);
  respond('id,name\r\n1,"Night\r\nly"\r\n2,Nightly\r\n', 2);
  await done;
  expect(said()).toBe('Downloaded 2 rows');
  expect(saved[0]?.name).toMatch(/^schedules-\d{4}-\d\d-\d\d\.csv$/);
});

test('it asks for all rows of the list as it is filtered, and for CSV', async () => {
  const done = saveCsv('schedules', schedules);
  await vi.waitUntil(() => fetched.mock.calls.length === 1);
  const [address, init] = fetched.mock.calls[0] ?? [];
  const { pathname, searchParams } = new URL(String(address), 'http://backwatch');
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    '/api/schedule',
    { where: '{"name":{"contains":"night"}}', sort: 'name ASC' },
  ]);
  expect(new Headers(init?.headers).get('accept')).toBe('text/csv');
  respond('id\r\n', 0);
  await done;
});

test('a failure says what happened and offers another try, which can succeed', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await saveCsv('schedules', schedules);
  expect(said()).toBe('Could not download the list. No connection.');
  const { action, kind } = flashNow();
  expect([kind, action?.word]).toEqual(['negative', 'Try again']);
  action?.run();
  await vi.waitUntil(() => fetched.mock.calls.length === 2);
  respond('id\r\n1\r\n', 1);
  await vi.waitUntil(() => saved.length === 1);
  expect(said()).toBe('Downloaded 1 row');
});

test('a list that is too long for its order says so', async () => {
  const refused = { code: 'E_INVALID_CRITERIA', issues: [{ path: 'sort', code: 'too_big', maximum: 10_000 }] };
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(refused), { status: 400 }));
  await saveCsv('schedules', schedules);
  expect(said()).toMatch(/^Could not download the list. At most 10,000 rows can be sorted by this. Search or filter/);
});

test('a list that was cut off says so', async () => {
  const done = saveCsv('schedules', schedules);
  await vi.waitUntil(() => fetched.mock.calls.length === 1);
  respond('id\r\n1\r\n', 100_002);
  await done;
  expect(said()).toBe('Downloaded the first 100,000 of 100,002 rows. Filter the list for the others.');
});

test('nothing is saved for another person who signs in meanwhile', async () => {
  const done = saveCsv('schedules', schedules);
  await vi.waitUntil(() => fetched.mock.calls.length === 1);
  signIn('bob');
  respond('id\r\n1\r\n', 1);
  await done;
  expect([saved, flashNow().visible]).toEqual([[], false]);
});

test('rows at hand are saved below their names, and none runs as a formula', async () => {
  await saveRows('purge', [
    { file: '=1+1', size: 7 },
    { file: 'a,b', size: -1 },
  ]);
  expect(said()).toBe('Downloaded 2 rows');
  expect(saved[0]?.text).toBe('\ufefffile,size\r\n\'=1+1,7\r\n"a,b",-1\r\n');
});

test('rows at hand that are not all say so', async () => {
  await saveRows('purge', [{ file: 'a' }], '1,499 older backups are not listed.');
  expect(flashNow()).toMatchObject({
    kind: 'warning',
    messages: ['Downloaded 1 row', '1,499 older backups are not listed.'],
  });
});
