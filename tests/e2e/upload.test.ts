// A person uploads a backup: its name and its date are read by a fileset, and the upload goes on beside other pages.
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo, quiet, signIn, type DemoStage } from './demo-stage.ts';

let stage: DemoStage;
let id: string;
beforeAll(async () => {
  stage = await openDemo();
  const { jobContext } = stage.running.server;
  const named = await jobContext.read((unit) =>
    unit.asInternal().select('system').select('id').where('name', '=', 'Site office 2').executeTakeFirstOrThrow(),
  );
  ({ id } = named);
});
afterAll(() => stage.end());

const phone = { width: 390, height: 844 };
/** An hour that no backup of the demonstration has. */
const file = (day: string, content = 'tape') => ({
  name: `ab-site-02-202611${day}-0417.tar.gz`,
  mimeType: 'application/gzip',
  buffer: Buffer.from(content),
});

async function open(viewport = phone): Promise<Page> {
  const { browser, signedIn, running } = stage;
  const touch = viewport === phone ? { hasTouch: true, isMobile: true } : {};
  const context = await browser.newContext({
    viewport,
    ...touch,
    storageState: signedIn,
    baseURL: running.origin,
    ...quiet,
  });
  const page = await context.newPage();
  await page.goto(`/admin/system/backups?id=${id}`);
  return page;
}

async function choose(page: Page, chosen: ReturnType<typeof file>): Promise<void> {
  await page.getByRole('button', { name: 'Upload a backup' }).click();
  await page.locator('input[type=file]').setInputFiles(chosen);
}

/** Holds the first file that is sent; answers the function that lets it fail. */
async function holdFirst(page: Page): Promise<() => Promise<void>> {
  let arrive: (route: Route) => void;
  const arrived = new Promise<Route>((resolve) => (arrive = resolve));
  await page.route(/\/store\/upload/, (route) => arrive(route), { times: 1 });
  return async () => (await arrived).abort();
}

const send = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click();
const stored = async (name: string) =>
  stage.running.server.jobContext.read((unit) =>
    unit.asInternal().select('backup').select(['file', 'date', 'size', 'key']).where('file', '=', name).execute(),
  );

test('a file is stored as a backup with the date that its fileset reads from its name', async () => {
  const page = await open();
  await choose(page, file('20'));
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Files', { exact: true }).waitFor();
  await expect.poll(() => sheet.getByLabel('Date of the backup').inputValue()).toMatch(/^2026-11-20T/);
  await send(page);
  await page.getByText(`Uploaded ${file('20').name} to Site office 2`).waitFor();
  expect(await stored(file('20').name)).toMatchObject([{ size: 4, date: expect.stringMatching(/^2026-11-20T/) }]);
  await page.context().close();
});

test('a fileset for every file reads only what no finer one takes, and another one can be chosen', async () => {
  const { jobContext } = stage.running.server;
  // The first one by name.
  const values = { description: 'Every file', glob: '**/*', pattern: '', system: id };
  const fields = { nameField: 0, dateField: 0, timeField: 0, dateFormat: '', timeFormat: '', static: false };
  const broad = await jobContext.write(async (unit) => {
    const { organization } = await unit.need('system', id);
    return unit.insert('fileset', { ...values, ...fields, organization });
  });
  const page = await open();
  await choose(page, file('13'));
  const sheet = page.getByRole('dialog').first();
  const date = sheet.getByLabel('Date of the backup');
  await expect.poll(() => date.inputValue()).toMatch(/^2026-11-13T/);
  await sheet.getByRole('button', { name: /^Read by/ }).click();
  await page.getByRole('radio', { name: /^Every file/ }).click();
  await sheet.getByText('When the file was last changed. Check it.').waitFor();
  expect(await date.inputValue()).not.toMatch(/^2026-11-13T/);
  await page.locator('input[type=file]').setInputFiles({ ...file('13'), name: `${file('13').name}.part` });
  await expect.poll(() => sheet.getByRole('button', { name: /^Read by/ }).textContent()).toContain('Every file');
  await sheet.getByRole('button', { name: /^Read by/ }).click();
  await page.getByRole('radio', { name: /^Files ?Does not match / }).waitFor();
  await page.context().close();
  await jobContext.write((unit) => unit.remove('fileset', broad.id));
});

test('the browser downloads a backup; where it cannot, the page says why and stays', async () => {
  const page = await open();
  const { name } = file('20');
  await page.getByText(name).click();
  const button = page.getByRole('button', { name: 'Download' });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toContain(name);
  const sheet = page.getByRole('dialog');
  await sheet.getByText(`Downloading ${name}, 4 B. Your browser shows the progress.`).waitFor();
  for (const { key } of await stored(name)) await stage.running.server.services.storage.remove(key);
  await button.click();
  await sheet.getByText('The file is not in the store.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/system/backups');
  await page.context().close();
});

test('an upload is found again after another page, and can be tried again after a failure', async () => {
  const page = await open({ width: 1440, height: 900 });
  const fail = await holdFirst(page);
  await choose(page, file('19'));
  await send(page);
  const underWay = page.getByRole('progressbar', { name: `Uploading ${file('19').name}` });
  await underWay.waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Schedules' }).click();
  await page.getByRole('heading', { level: 1, name: 'Schedules' }).waitFor();
  expect(await underWay.count()).toBe(0);
  // Watch leads back to it.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Watch' }).click();
  await page.getByRole('link', { name: `Uploading ${file('19').name}` }).click();
  await underWay.waitFor();
  await fail();
  await page.getByRole('heading', { name: `Could not upload ${file('19').name} to Site office 2` }).waitFor();
  expect(await stored(file('19').name)).toEqual([]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(`Uploaded ${file('19').name} to Site office 2`).waitFor();
  expect(await stored(file('19').name)).toHaveLength(1);
  await page.context().close();
});

test('a stored file whose report failed is only reported again, not sent again', async () => {
  const page = await open();
  let sent = 0;
  await page.route(/\/store\/upload/, (route) => {
    sent += 1;
    return route.continue();
  });
  const reports = [
    // Once before it reaches the server, once after.
    (route: Route) => route.abort(),
    async (route: Route) => void (await route.fetch(), await route.abort()),
    (route: Route) => route.continue(),
  ];
  await page.route(/\/api\/backup\/notify/, (route) => reports.shift()!(route));
  await choose(page, file('16'));
  await send(page);
  const again = page.getByRole('button', { name: 'Try again' });
  await again.click();
  await expect.poll(() => reports.length).toBe(1);
  await again.click();
  await page.getByText(`Uploaded ${file('16').name} to Site office 2`).waitFor();
  expect(sent).toBe(1);
  expect(await stored(file('16').name)).toHaveLength(1);
  await page.context().close();
});

test('a second upload is not begun beside one that is under way, and takes the place of a failed one', async () => {
  const page = await open();
  const fail = await holdFirst(page);
  await choose(page, file('15'));
  await send(page);
  await page.getByRole('progressbar').waitFor();
  const upload = page.getByRole('button', { name: 'Upload a backup' });
  await upload.click();
  await fail();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await upload.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Choose a file' }).waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await page.context().close();
});

test('signing out ends an upload, and the next person sees nothing of it', async () => {
  const { browser, running } = stage;
  const context = await browser.newContext({ viewport: phone, baseURL: running.origin, ...quiet });
  const page = await context.newPage();
  await signIn(page, running);
  await page.goto(`/admin/system/backups?id=${id}`);
  await page.route(/\/store\/upload/, () => new Promise(() => undefined));
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/store/upload'));
  await choose(page, file('14'));
  await send(page);
  await page.getByRole('progressbar').waitFor();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('link', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Sign out' }).click();
  await page.getByLabel('Email').waitFor();
  await ended;
  expect(await page.getByText(file('14').name).count()).toBe(0);
  expect(await stored(file('14').name)).toEqual([]);
  await context.close();
});

test('an upload that is stopped stores nothing', async () => {
  const page = await open();
  await page.route(/\/store\/upload/, () => new Promise(() => undefined));
  await choose(page, file('18'));
  await send(page);
  await page.getByRole('button', { name: 'Stop uploading' }).click();
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  expect(await stored(file('18').name)).toEqual([]);
  await page.context().close();
});

test('a file whose name no fileset reads is dated by itself, and an empty one is refused', async () => {
  const page = await open();
  await choose(page, { ...file('17', ''), name: 'tape.bin' });
  const sheet = page.getByRole('dialog');
  await sheet.getByText('The file is empty.').waitFor();
  await page.locator('input[type=file]').setInputFiles({ ...file('17'), name: 'tape.bin' });
  await sheet.getByText('No fileset reads its name').waitFor();
  await sheet.getByText('When the file was last changed. Check it.').waitFor();
  const date = sheet.getByLabel('Date of the backup');
  for (const refused of ['2100-01-01T00:00', '1969-12-30T00:00']) {
    await date.fill(refused);
    await send(page);
    await sheet.getByText('Choose a moment between 1970 and now.').waitFor();
    await date.fill('2026-11-16T05:00');
    await sheet.getByText('Choose a moment between 1970 and now.').waitFor({ state: 'detached' });
  }
  await send(page);
  await page.getByText('Uploaded tape.bin to Site office 2').waitFor();
  expect(await stored('tape.bin')).toMatchObject([{ date: expect.stringMatching(/^2026-11-16T/) }]);
  await page.context().close();
});
