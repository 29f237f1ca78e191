// Names of 200 characters and Arabic ones, at 100 and at 200 % text, in rows of both heights and in the table.
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from './audits.ts';
import { changeAnswers } from './changed-answers.ts';
import { openDemo, openPage, type DemoStage } from './demo-stage.ts';

const keep = process.env.KEEP_PICTURES;
const names = [
  'backup-of-the-accounting-department-'.repeat(6).slice(0, 200),
  'Kontor für Schiffs- und Hafenbetriebsdatenverarbeitung der Niederlassung '.repeat(3).slice(0, 200),
  'بوابة النتائج المخبرية لمستشفى النور',
  'خادم-files-02 (النسخة الاحتياطية)',
];
const lists = [
  { path: '/admin/systems', call: /\/api\/system\?/ },
  { path: '/admin/schedules', call: /\/api\/schedule\?/ },
];
const widths = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };
const cases = lists.flatMap((list) =>
  Object.entries(widths).flatMap(([look, viewport]) => [100, 200].map((text) => ({ ...list, look, viewport, text }))),
);

let stage: DemoStage;
beforeAll(async () => {
  stage = await openDemo();
});
afterAll(() => stage.end());

const open = (viewport: { width: number; height: number }) => openPage(stage, { viewport });

interface Named {
  name: string;
  organizationName?: string;
}
async function withNames(page: Page, call: RegExp): Promise<void> {
  await changeAnswers<Named[]>(page, call, (rows) =>
    rows.map((row, at) => ({
      ...row,
      name: names[at % names.length],
      ...(row.organizationName !== undefined && { organizationName: names[(at + 1) % names.length] }),
    })),
  );
}

/** In the page: the rows with a text that is drawn outside of their box; a text that is cut off by its parent is not. */
const spilled = () =>
  [...document.querySelectorAll('[data-position]')].flatMap((row) => {
    const box = row.getBoundingClientRect();
    const isCut = (el: Element): boolean => {
      const parent = el.parentElement;
      return parent !== null && parent !== row && (getComputedStyle(parent).overflowX !== 'visible' || isCut(parent));
    };
    const texts = [...row.querySelectorAll('[data-row] *, [role=cell], [role=cell] *')].filter((el) => !isCut(el));
    const out = texts.map((el) => el.getBoundingClientRect()).filter((el) => el.width > 1);
    const count = out.filter((el) => el.bottom > box.bottom + 1 || el.right > box.right + 1).length;
    return count === 0 ? [] : [`${(row.textContent ?? '').slice(0, 30)}: ${count}`];
  });

/** In the page, before anything is drawn: the size of the text that the reader chose, in percent. */
const setTextSize = (size: number) => {
  new MutationObserver(() => document.documentElement?.style.setProperty('font-size', `${size}%`)).observe(document, {
    childList: true,
  });
};

test.each(cases)('$path on a $look at $text % text', async ({ path, call, look, viewport, text }) => {
  const page = await open(viewport);
  await page.addInitScript(setTextSize, text);
  await withNames(page, call);
  await page.goto(path);
  await page.locator('[data-position] [data-row]').nth(3).waitFor();
  const rem = () => getComputedStyle(document.documentElement).fontSize;
  expect(await page.evaluate(rem)).toBe(`${(16 * text) / 100}px`);
  if (keep) await page.screenshot({ path: join(keep, `names-${path.slice(7)}-${look}-${text}.png`) });
  const overhang = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(overhang)).toBe(0);
  expect(await page.evaluate(spilled)).toEqual([]);
  // An Arabic name is cut off at its own end, and begins on the side of the others.
  const name = (at: number) => page.locator('[data-row] [dir=auto]').filter({ hasText: names[at]! }).first();
  expect(await name(2).evaluate((el) => getComputedStyle(el).direction)).toBe('rtl');
  expect((await name(2).boundingBox())?.x).toBe((await name(0).boundingBox())?.x);
  expect(await axeFaults(page)).toEqual([]);
  await page.context().close();
});

/** In the page: the direction of a text, at the end of which it is cut off. */
const directionOf = (el: Element) => getComputedStyle(el).direction;

test.each(Object.entries(widths))(
  'on a %s a sentence that begins with an Arabic name runs as the page does',
  async (look, viewport) => {
    const page = await open(viewport);
    const person = names[2]!.repeat(3);
    await changeAnswers<{ actor: object }[]>(page, /\/api\/activity\?/, (rows) =>
      rows.map((row) => ({ ...row, actor: { ...row.actor, name: person } })),
    );
    await page.goto('/admin/activity');
    const sentence = page.locator('[data-row] [dir]', { hasText: person }).last();
    await sentence.waitFor();
    expect(await sentence.evaluate(directionOf)).toBe('ltr');
    expect(await page.locator('[data-row] [dir=auto]', { hasText: person }).first().evaluate(directionOf)).toBe('ltr');
    if (look === 'desk') {
      const actor = page.getByRole('cell', { name: person, exact: true }).first();
      expect(await actor.evaluate(directionOf)).toBe('rtl');
    }
    expect(await page.evaluate(spilled)).toEqual([]);
    await page.context().close();
  },
);

test.each(Object.entries(widths))(
  'on a %s a long name of the worst system leaves its state half of the line',
  async (_, viewport) => {
    const page = await open(viewport);
    const long = names[2]!.repeat(3);
    await changeAnswers<{ worst: object | null }[]>(page, /\/api\/organization\/fleet\?/, (rows) =>
      rows.map((row) => ({ ...row, worst: row.worst && { ...row.worst, name: long } })),
    );
    await page.goto('/admin/organizations');
    const name = page.locator('bdi', { hasText: long }).first();
    await name.waitFor();
    expect(await name.evaluate(directionOf)).toBe('rtl');
    const widthOf = async (part: Locator) => (await part.boundingBox())!.width;
    const line = await widthOf(name.locator('..'));
    expect(await widthOf(name)).toBeCloseTo(line / 2, 0);
    const state = name.locator('xpath=following-sibling::*');
    expect(await state.textContent()).toMatch(/^: (?:Failed|Overdue|Never|Not)/);
    expect(await widthOf(state)).toBeGreaterThan(line / 4);
    expect(await page.evaluate(spilled)).toEqual([]);
    await page.context().close();
  },
);

test('an address that is longer than its column is cut off there', async () => {
  const page = await open(widths.desk);
  await changeAnswers<object[]>(page, /\/api\/rpiclient\?/, (rows) =>
    rows.map((row) => ({ ...row, ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348' })),
  );
  await page.goto('/admin/rpiclients');
  const cell = page.getByRole('cell', { name: '2001:db8:85a3' }).first();
  await cell.waitFor();
  expect(await cell.evaluate((el) => el.scrollWidth - el.clientWidth)).toBe(0);
  expect(await cell.locator('bdi').evaluate((el) => el.scrollWidth - el.clientWidth)).toBeGreaterThan(0);
  await page.context().close();
});
