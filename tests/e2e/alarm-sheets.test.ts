// The sheets of alarms: many are listed before they are acknowledged, a taken one can be taken over or given back.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from './audits.ts';
import { openDemo, openPage, type DemoStage } from './demo-stage.ts';
import { desk, drag, longPress, phone, touch, type Look } from './hands.ts';
import { motionOf, recordMotion } from './motion.ts';
import { allTables } from '#tests/all-tables.ts';

let stage: DemoStage;
beforeAll(async () => {
  stage = await openDemo();
});
afterAll(() => stage.end());

const open = (path: string, look: Look = phone) => openPage(stage, look, path);
const rows = (page: Page) => page.locator('[data-rows] [data-row]');
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).tap();
const sheet = (page: Page) => page.getByRole('dialog');
const jobContext = () => stage.running.server.jobContext;
const openCount = () =>
  jobContext().read(
    async (unit) =>
      (
        await allTables(unit)
          .selectFrom('alarm')
          .select('id')
          .where('openKey', 'is not', null)
          .where('acknowledgedAt', 'is', null)
          .where(({ or, eb }) => or([eb('snoozedUntil', 'is', null), eb('snoozedUntil', '<', unit.now)]))
          .execute()
      ).length,
  );
/** An open alarm as if Mara had acknowledged it, and snoozed it where asked; answers the name of its system. */
const givenToMara = (snoozed: boolean): Promise<string> =>
  jobContext().write(async (unit) => {
    const mara = await unit.findBy('user', { email: 'mara@demo.example' });
    const open = allTables(unit).selectFrom('alarm').select('id').where('openKey', 'is not', null);
    const { id } = await open.where('acknowledgedAt', 'is', null).orderBy('id').executeTakeFirstOrThrow();
    const later = new Date(Date.parse(unit.now) + 3_600_000).toISOString();
    const alarm = await unit.update('alarm', String(id), {
      acknowledgedAt: unit.now,
      acknowledgedBy: mara?.['id'],
      acknowledgedUntil: later,
      ...(snoozed && { snoozedUntil: later, snoozedBy: mara?.['id'] }),
    });
    return String((await unit.need('system', String(alarm['system'])))['name']);
  });
const holdRow = async (page: Page, name: string) => {
  await longPress(rows(page).filter({ hasText: name }).first());
  await sheet(page).waitFor();
};

test('Acknowledge all lists causes and names first, and takes only what stays checked', async () => {
  const page = await open('/');
  const count = await openCount();
  // A press just after the button changed is ignored.
  await expect
    .poll(
      async () => {
        if (!(await sheet(page).isVisible())) await press(page, `Acknowledge all ${count}`);
        return sheet(page).isVisible();
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(true);
  await sheet(page)
    .getByRole('heading', { name: new RegExp(`^${count} alarms at \\d organizations$`) })
    .waitFor();
  await expect.poll(openCount).toBe(count);
  expect(await sheet(page).textContent()).toMatch(/become yours, until .+ at most\./);
  const cause = sheet(page).getByRole('button', { name: /^1 of unusual size/ });
  await cause.tap();
  expect(await cause.getAttribute('aria-expanded')).toBe('true');
  expect(await sheet(page).getByRole('listitem').count()).toBe(1);
  expect(await axeFaults(page)).toEqual([]);
  await sheet(page)
    .getByRole('checkbox', { name: /^1 of unusual size/ })
    .tap();
  await sheet(page)
    .getByRole('button', { name: `Acknowledge ${count - 1}` })
    .tap();
  await page.getByText(`Acknowledged ${count - 1}`).waitFor();
  await expect.poll(openCount).toBe(1);
  await press(page, 'Undo');
  await expect.poll(openCount, { timeout: 60_000 }).toBe(count);
  await page.context().close();
});

test('many systems that are selected list their alarms as well', async () => {
  const page = await open('/admin/systems', desk);
  await page
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .waitFor();
  const boxes = page.getByRole('checkbox', { name: /^Select / });
  for (let row = 0; row < 6; row += 1) await boxes.nth(row).check();
  const before = await openCount();
  await page.getByRole('button', { name: /^Acknowledge [4-9]/ }).click();
  await sheet(page)
    .getByRole('heading', { name: /alarms at/ })
    .waitFor();
  await expect.poll(openCount).toBe(before);
  await page.keyboard.press('Escape');
  await sheet(page).waitFor({ state: 'detached' });
  expect(await page.getByRole('checkbox', { name: /^Select /, checked: true }).count()).toBe(6);
  await page.context().close();
});

test('the alarm of a colleague says whose it is, and is taken over, given back, and rung again', async () => {
  const name = await givenToMara(true);
  const page = await open('/admin/alarms');
  await page.getByText(/^Mara, snoozed until/).waitFor();
  await holdRow(page, name);
  await sheet(page)
    .getByRole('heading', { name: `Mara has ${name}` })
    .waitFor();
  await sheet(page)
    .getByRole('button', { name: /^End snooze/ })
    .getByText('rings Mara now')
    .waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await sheet(page).getByRole('button', { name: 'Take over from Mara' }).tap();
  await page.getByText(`${name} is yours`).first().waitFor();
  const mine = page.getByText(/^You, /);
  await mine.waitFor();
  await holdRow(page, name);
  await sheet(page)
    .getByRole('heading', { name: `You have ${name}` })
    .waitFor();
  await sheet(page).getByRole('button', { name: 'Give back' }).tap();
  await page.getByText(`Gave back ${name}`).first().waitFor();
  await mine.waitFor({ state: 'detached' });
  await page.context().close();
});

test('a finger that is lifted as soon as the sheet opens leaves it open', async () => {
  const page = await open('/admin/alarms');
  await longPress(rows(page).nth(1), () => sheet(page).waitFor());
  // A late click would close the sheet within this time.
  await page.waitForTimeout(700);
  await sheet(page).getByRole('button', { name: 'Timeline' }).tap();
  await sheet(page).getByRole('list', { name: 'Timeline' }).waitFor();
  await page.context().close();
});

test('the sheet has the timeline, takes a note, and resolves; the alarm is listed as resolved', async () => {
  const page = await open('/admin/alarms');
  await rows(page).nth(1).waitFor();
  const name = (await rows(page).nth(1).locator('[data-name]').textContent()) ?? '';
  await holdRow(page, name);
  await sheet(page).getByRole('button', { name: 'Timeline' }).tap();
  const timeline = sheet(page).getByRole('list', { name: 'Timeline' });
  await timeline.getByText(/^Raised/).waitFor();
  await sheet(page).getByRole('button', { name: 'Notes' }).tap();
  const notes = page.getByRole('dialog', { name, exact: true });
  await touch.write(notes.getByLabel('Add a note'), 'They call back at four');
  await notes.getByRole('button', { name: 'Save note' }).tap();
  await notes.getByText(/^You, /).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.goBack();
  await notes.waitFor({ state: 'detached' });
  await timeline.getByText('They call back at four').waitFor();
  await sheet(page).getByRole('button', { name: 'Resolve' }).tap();
  await page
    .getByRole('dialog', { name: `Resolve ${name}` })
    .getByRole('button', { name: 'Resolve' })
    .tap();
  await page.getByText(`Resolved ${name}`).first().waitFor();
  await expect.poll(() => sheet(page).count()).toBe(0);
  await page.getByRole('list', { name: 'Resolved in the last 24 hours' }).getByText(name).waitFor();
  await page.getByRole('radio', { name: /^All/ }).click();
  // The download takes no line of its own above the list.
  const [chip, download] = [page.getByRole('button', { name: 'All kinds' }), page.getByRole('button', { name: /CSV/ })];
  await download.waitFor();
  expect(Math.abs(((await chip.boundingBox())?.y ?? 0) - ((await download.boundingBox())?.y ?? Infinity))).toBeLessThan(
    8,
  );
  await page.context().close();
});

test('an alarm warns that nobody else would ring, and says why', async () => {
  const page = await open('/admin/alarms');
  await rows(page).first().waitFor();
  await longPress(rows(page).first());
  const note = sheet(page).getByRole('note');
  await note.getByText('Nobody else would ring').waitFor();
  expect(await note.textContent()).toMatch(/(is on day shift|has no device|would get an email)/);
  await page.context().close();
});

test('the keys act on the focused row; no line of a row is cut', async () => {
  const page = await open('/admin/alarms');
  await rows(page).nth(2).waitFor();
  const cut = await page
    .locator('[data-rows] [data-row] *')
    .evaluateAll((all) =>
      all
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
        .map(({ textContent }) => textContent),
    );
  expect(cut).toEqual([]);
  const name = await rows(page).nth(2).locator('[data-name]').textContent();
  await rows(page).nth(2).focus();
  await page.keyboard.press('a');
  await page.getByText(`Acknowledged ${name}`).waitFor();
  await press(page, 'Undo');
  await page.context().close();
});

test('alarms that reached nobody have a row of their own, which opens why', async () => {
  const reached = (unreached: boolean) =>
    jobContext().write(async (unit) => {
      const open = await allTables(unit)
        .selectFrom('alarm')
        .select('id')
        .where('openKey', 'is not', null)
        .where('acknowledgedAt', 'is', null)
        .limit(1)
        .execute();
      await unit.update('alarm', String(open[0]?.['id']), { unreached });
    });
  await reached(true);
  const page = await open('/admin/alarms');
  await press(page, /^1 alarm reached nobody/);
  await sheet(page)
    .getByText(/(has no device|is on day shift)/)
    .first()
    .waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await reached(false);
  await page.context().close();
});

test('where a person wants no motion a swipe, a sheet, a message, a pull and a page only fade', async () => {
  const page = await open('/more');
  await page.addInitScript(recordMotion);
  await page.goto('/admin/alarms');
  await rows(page).first().waitFor();
  const row = await rows(page).first().boundingBox();
  const at = (x: number) => ({ x, y: Math.round((row?.y ?? 0) + 40) });
  await drag(page, [at(60), ...Array.from({ length: 14 }, (_, step) => at(80 + step * 20))]);
  await page.getByText(/^Acknowledged /).waitFor();
  await press(page, 'Undo');
  await page.getByText('Undone').waitFor();
  await longPress(rows(page).first());
  await sheet(page).waitFor();
  await page.goBack();
  await sheet(page).waitFor({ state: 'detached' });
  await drag(page, [{ x: 200, y: 300 }, ...Array.from({ length: 22 }, (_, step) => ({ x: 200, y: 310 + step * 10 }))]);
  await page.getByText(/^Checked/).waitFor();
  await page.getByRole('link', { name: /^Systems/ }).tap();
  await page.locator('[data-position] [data-row]').first().waitFor();
  expect(await motionOf(page)).toEqual(['opacity']);
  await page.context().close();
});
