// Two ways to work the app without a mouse: a finger on a phone, and a keyboard at a desk. A journey is one text for both.
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';

/** A phone of the usual size, with a finger: its presses are touch events. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
export const desk = { viewport: { width: 1440, height: 900 } } as const;

export type Look = Pick<BrowserContextOptions, 'viewport' | 'hasTouch' | 'isMobile'>;

export interface Hands {
  readonly name: string;
  readonly look: Look;
  /** Presses a button or a link, or chooses a radio button. */
  press(target: Locator): Promise<void>;
  /** Replaces the text of a field. */
  write(field: Locator, text: string): Promise<void>;
  /** Selects the first rows of the list that is open. */
  selectRows(page: Page, count: number): Promise<void>;
}

export interface Point {
  x: number;
  y: number;
}

/** A finger: down until `held` resolves, along the points, up. */
export async function drag(
  page: Page,
  [first, ...points]: readonly [Point, ...Point[]],
  held = () => Promise.resolve(),
): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [first]);
  await held();
  for (const point of points) {
    await touch('touchMove', [point]);
    await page.waitForTimeout(16);
  }
  await touch('touchEnd', []);
  await finger.detach();
}

/** Longer than the app asks a finger to stay for a long press, ms. */
const LONG_PRESS_MS = 600;

/** A finger that is lifted once `held` resolves. */
export async function longPress(
  target: Locator,
  held = () => target.page().waitForTimeout(LONG_PRESS_MS),
): Promise<void> {
  // Waits until the target stands still, in sight, with nothing over it.
  await target.tap({ trial: true });
  const box = await target.boundingBox();
  if (!box) throw new Error('the target of the long press is not on the screen');
  const middle = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
  await drag(target.page(), [middle], held);
}

const rowsOf = (page: Page) => page.locator('[data-position] [data-row]');

export const touch: Hands = {
  name: 'by touch on a phone',
  look: phone,
  press: (target) => target.tap(),
  async write(field, text) {
    await field.tap();
    await field.fill(text);
  },
  async selectRows(page, count) {
    await longPress(rowsOf(page).first());
    for (let at = 1; at < count; at += 1) await rowsOf(page).nth(at).tap();
  },
};

/** In the page: the key that brings the focus nearer to the element, or null if the element has the focus. */
function keyTowards(element: Element): string | null {
  const focused = document.activeElement ?? document.body;
  if (focused === element) return null;
  const order = focused.compareDocumentPosition(element);
  const isAhead = (order & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const isNative = element.matches('input[type=radio]');
  const group = element.closest(isNative ? 'fieldset, [role=radiogroup]' : '[role=radiogroup], [role=grid]');
  // A group is one stop of Tab; arrow keys move within it.
  const isStop = !isNative && (element as HTMLElement).tabIndex >= 0;
  if (!isStop && group?.contains(focused)) return isAhead ? 'ArrowDown' : 'ArrowUp';
  return isAhead ? 'Tab' : 'Shift+Tab';
}

/** Moves the focus to the element by Tab, and within a group by arrow keys, as a person does who sees it. */
async function reach(target: Locator): Promise<void> {
  await target.waitFor();
  const page = target.page();
  let last = '';
  let turns = 0;
  for (let step = 0; step < 150; step += 1) {
    const key = await target.evaluate(keyTowards);
    if (key === null) return;
    if (last !== '' && key !== last) turns += 1;
    // The focus passes over an element that is no stop, and would go to and fro for ever.
    if (turns > 4) break;
    last = key;
    await page.keyboard.press(key);
  }
  throw new Error(`the keyboard does not reach ${String(target)}`);
}

export const keyboard: Hands = {
  name: 'by keyboard at a desk',
  look: desk,
  async press(target) {
    await reach(target);
    const isChoice = await target.evaluate((el) => el.matches('input, [role=radio], [role=checkbox]'));
    await target.page().keyboard.press(isChoice ? 'Space' : 'Enter');
  },
  async write(field, text) {
    await reach(field);
    await field.page().keyboard.press('Control+A');
    await field.page().keyboard.type(text);
  },
  async selectRows(page, count) {
    await rowsOf(page)
      .nth(count - 1)
      .waitFor();
    for (let at = 0; at < count; at += 1) {
      await page.keyboard.press('j');
      await page.keyboard.press('x');
    }
  },
};

/** Each journey is done by both. */
export const bothHands: readonly Hands[] = [touch, keyboard];
