// Every route in a language that nobody speaks, 40 % longer than English, from left to right and mirrored, on a phone and on
// a desk: each sentence comes from the catalogue, its words have room, and the mirrored page is the mirror of the other one.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DemoStage } from './demo-stage.ts';
import { foreignTexts, misfits, placesIn } from './pseudo-audits.ts';
import { openPseudo, openReader, textsIn, type Reader } from './pseudo-stage.ts';
import type { Direction } from './pseudo-text.ts';
import { isOpenRoute, routeAddress, routePaths } from './route-addresses.ts';

const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } } as const;
type Look = keyof typeof sizes;
const looks: readonly Look[] = ['phone', 'desk'];
const directions: readonly Direction[] = ['ltr', 'rtl'];

/** The names of changed attributes are those of the API, in every language. */
const namesOfApi: readonly string[] = ['/admin/activity'];

let stage: DemoStage;
const readers: Partial<Record<`${Direction} ${'member' | 'stranger'}`, Reader>> = {};
beforeAll(async () => {
  stage = await openPseudo();
  const stored = await textsIn(stage);
  for (const direction of directions) {
    readers[`${direction} member`] = await openReader(stage, direction, true, stored);
    readers[`${direction} stranger`] = await openReader(stage, direction, false, stored);
  }
}, 240_000);
afterAll(() => stage.end());

const readerOf = (direction: Direction, path: string): Reader => {
  const reader = readers[`${direction} ${isOpenRoute(path) ? 'stranger' : 'member'}`];
  if (!reader) throw new Error('The stage is not open.');
  return reader;
};

async function shown({ page }: Reader, look: Look): Promise<void> {
  await page.setViewportSize(sizes[look]);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], [data-skeleton]'));
}

async function faultsOf(reader: Reader, path: string): Promise<string[]> {
  const foreign = namesOfApi.includes(path) ? [] : await foreignTexts(reader.page, await reader.data());
  return [...foreign.map((text) => `not in the catalogue: ${text}`), ...(await misfits(reader.page))];
}

async function asymmetries(path: string): Promise<string[]> {
  const [ltr, rtl] = await Promise.all(directions.map((one) => placesIn(readerOf(one, path).page)));
  return Object.entries(ltr ?? {}).flatMap(([element, [start, end]]) => {
    const [otherStart = start, otherEnd = end] = rtl?.[element] ?? [];
    const isMirrored = Math.min(Math.abs(start - otherStart), Math.abs(end - otherEnd)) <= 24;
    return isMirrored ? [] : [`${element} from ${start} to ${end}, mirrored from ${otherStart} to ${otherEnd}`];
  });
}

interface Dialog {
  path: string;
  look: Look;
  open: (page: Page) => Promise<void>;
}

const press = (selector: string) => (page: Page) => page.locator(selector).first().click();
/** The button ignores a press just after it appeared or changed. */
const pressUntilOpen = (selector: string) => (page: Page) =>
  expect
    .poll(async () => {
      const isOpen = await page.getByRole('dialog').isVisible();
      if (!isOpen) await press(selector)(page);
      return isOpen;
    })
    .toBe(true);
const dialogs: Record<string, Dialog> = {
  'the choice of a form': {
    path: '/admin/schedule/settings?new',
    look: 'phone',
    open: press('[aria-haspopup="dialog"]'),
  },
  'the choice of a form beside it': {
    path: '/admin/schedule/settings?new',
    look: 'desk',
    open: press('[aria-haspopup="dialog"]'),
  },
  'the alarms to acknowledge': { path: '/', look: 'phone', open: pressUntilOpen('[class*="button_lamp"]') },
  'the search': { path: '/more', look: 'phone', open: (page) => page.keyboard.press('Control+k') },
  'the search over a page': { path: '/more', look: 'desk', open: (page) => page.keyboard.press('Control+k') },
  'the map of the keys': { path: '/admin/systems', look: 'desk', open: (page) => page.keyboard.press('?') },
};

test.each(Object.entries(dialogs))('%s stays inside the window, and is mirrored', async (_, { path, look, open }) => {
  const faults = await Promise.all(
    directions.map(async (direction) => {
      const reader = readerOf(direction, path);
      const { page } = reader;
      await page.setViewportSize(sizes[look]);
      await page.goto(path);
      await shown(reader, look);
      await open(page);
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      const box = await dialog.boundingBox();
      const { width, height } = sizes[look];
      const isInside = box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
      return [...(isInside ? [] : [`${direction}: ${JSON.stringify(box)}`]), ...(await faultsOf(reader, path))];
    }),
  );
  expect([...faults.flat(), ...(await asymmetries(path))]).toEqual([]);
});

test.each(routePaths)('%s speaks the language, has room for it, and is mirrored', async (path) => {
  const address = await routeAddress(stage.running.server, path);
  const faults: string[] = [];
  const open = async (direction: Direction) => {
    const reader = readerOf(direction, path);
    await reader.page.goto(address);
    expect(await reader.page.evaluate(() => document.dir)).toBe(direction);
    return reader;
  };
  const both = await Promise.all(directions.map(open));
  for (const look of looks) {
    await Promise.all(both.map((reader) => shown(reader, look)));
    const found = await Promise.all(both.map((reader) => faultsOf(reader, path)));
    faults.push(
      ...found.flat().map((fault) => `${look}: ${fault}`),
      ...(await asymmetries(path)).map((one) => `${look}: ${one}`),
    );
  }
  expect(faults).toEqual([]);
});
