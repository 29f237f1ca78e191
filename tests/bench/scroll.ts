// How smoothly the list of systems scrolls on a slow phone under a finger, and its table on a slow desk under a wheel, both
// at a steady speed.
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { followMissingRows, mostMissing } from './missing-rows.ts';
import { dropFolder, makeFolder } from './server-process.ts';
import { drag, openDesk, openPhone, SLOWER, wheel } from './phone.ts';
import { loaded, onPhone, type PhoneStage } from './phone-stage.ts';
import { median, type Figure } from './table.ts';
import { scrollTraceOf, trace, type CdpSession, type ScrollTrace } from './trace.ts';

const devices = {
  phone: { open: openPhone, move: drag, rowHeight: 99 },
  table: { open: openDesk, move: wheel, rowHeight: 35 },
};
type Device = keyof typeof devices;
const runs: readonly { systems: number; device: Device }[] = [
  { systems: 100, device: 'phone' },
  { systems: 1000, device: 'phone' },
  { systems: 5000, device: 'phone' },
  { systems: 5000, device: 'table' },
];
/** Stretches at the steady speed, spread over the whole list. */
const LEGS = 4;
const LEG_PX = 7000;
const STEADY = 2000;
/** Between two stretches the list is thrown as fast as a thumb can. */
const FLUNG = 20_000;
const LONG_MS = 50;

interface Run {
  legs: ScrollTrace[];
  /** The most px of the sight without rows during the stretches. */
  missing: number;
  /** The longest task between the stretches, in ms. */
  flung: number;
}

/** In the page: the place of what scrolls in the middle of the screen, and the last place that it can have. */
function place(): { top: number; end: number } {
  let at = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  while (at?.parentElement && !/auto|scroll/.test(getComputedStyle(at).overflowY)) at = at.parentElement;
  return { top: at?.scrollTop ?? 0, end: (at?.scrollHeight ?? 0) - (at?.clientHeight ?? 0) };
}

/** Waits for the end of a fling: a drag on a list that still moves goes on as fast. */
async function scrollEnded(page: Page): Promise<void> {
  let last = NaN;
  let { top } = await page.evaluate(place);
  while (top !== last) {
    last = top;
    await wait(500);
    ({ top } = await page.evaluate(place));
  }
}

/** Moves on to `target` px; answers the longest task of the main thread meanwhile, in ms. */
async function fling(page: Page, cdp: CdpSession, move: typeof drag, target: number): Promise<number> {
  const { top } = await page.evaluate(place);
  if (Math.abs(target - top) < 500) return 0;
  const events = await trace(cdp, () => move(cdp, top - target, FLUNG));
  return scrollTraceOf(events).tasks[0] ?? 0;
}

/** Downwards from the first row to the last; a list shorter than the stretches together is scrolled up and down. */
async function scrollThrough(page: Page, cdp: CdpSession, move: typeof drag): Promise<Run> {
  const legs: ScrollTrace[] = [];
  const { end } = await page.evaluate(place);
  const long = end > LEGS * LEG_PX;
  let flung = 0;
  let missing = 0;
  await followMissingRows(page);
  for (let leg = 0; leg < LEGS; leg += 1) {
    if (long) flung = Math.max(flung, await fling(page, cdp, move, (leg / (LEGS - 1)) * (end - LEG_PX)));
    await scrollEnded(page);
    await loaded(page);
    const distance = long || leg % 2 === 0 ? -LEG_PX : LEG_PX;
    await mostMissing(page);
    legs.push(scrollTraceOf(await trace(cdp, () => move(cdp, distance, STEADY))));
    missing = Math.max(missing, await mostMissing(page));
  }
  return { legs, missing, flung };
}

async function slowed(context: BrowserContext): Promise<[Page, CdpSession]> {
  const page = context.pages()[0] ?? (await context.newPage());
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return [page, cdp];
}

function runOf(systems: number, device: Device): Promise<Run> {
  const { open, move } = devices[device];
  const sizes = { organizations: Math.ceil(systems / 20), systems, backups: systems };
  const work = async ({ server, page, cdp }: PhoneStage): Promise<Run> => {
    await page.goto(`${server.origin}/admin/systems`);
    await page
      .getByText(/ \d{5}$/)
      .first()
      .waitFor();
    // The worker fills its cache and the app reads the rest of its chunks after the first paint.
    await wait(5000);
    return scrollThrough(page, cdp, move);
  };
  return onPhone(sizes, work, open);
}

const barePage = (rowHeight: number): string => `<!doctype html><meta name="viewport" content="width=device-width">
  <style>body{margin:0}main{height:100vh;overflow:auto}p{height:${rowHeight}px;margin:0;border-bottom:1px solid}</style>
  <main>${Array.from({ length: 3000 }, (_, row) => `<p>Row ${row}</p>`).join('')}</main>`;
const BARE_ANIMATION = `<!doctype html><style>@keyframes away{to{transform:translateX(200px)}}
  p{animation:away 1s infinite alternate}</style><p>Away</p>`;

/**
 * The most frames that this browser shows on the device: the same movement on a page without a script. Without a graphics
 * processor a page of the size of a desk has few, whatever is on it.
 */
async function bare(device: Device): Promise<string> {
  const { open, move, rowHeight } = devices[device];
  const folder = await makeFolder();
  const context = await open(join(folder, 'profile'));
  try {
    const [page, cdp] = await slowed(context);
    await page.setContent(barePage(rowHeight));
    await wait(500);
    const { presented } = scrollTraceOf(await trace(cdp, () => move(cdp, -LEG_PX, STEADY)));
    await page.setContent(BARE_ANIMATION);
    await wait(500);
    const animated = await trace(cdp, () => wait(2000));
    const drawn = new Set(
      animated.filter(({ name, ph }) => name === 'PipelineReporter' && ph === 'e').map((e) => e.ts),
    );
    return `a bare page ${presented.toFixed(1)}, an animation ${(drawn.size / 2).toFixed(1)}`;
  } finally {
    await context.close();
    await dropFolder(folder);
  }
}

/** Frames a second while the list of systems is scrolled, and the longest task meanwhile, by the size of the fleet. */
export async function scroll(): Promise<Figure[]> {
  const most = { phone: await bare('phone'), table: await bare('table') };
  const figures: Figure[] = [];
  for (const { systems, device } of runs) {
    const { legs, missing, flung } = await runOf(systems, device);
    const rows = `${systems.toLocaleString('en')} systems, ${device}`;
    const tasks = legs.flatMap((leg) => leg.tasks);
    const lowest = Math.min(...legs.map((leg) => leg.presented)).toFixed(1);
    const complete = median(legs.map((leg) => leg.complete)).toFixed(1);
    const how = `median of ${LEGS} x ${LEG_PX} px at ${STEADY} px/s, processor x${SLOWER}`;
    figures.push({
      name: `scrolling, frames a second, ${rows}`,
      how: `${how}; lowest ${lowest}; with the main thread's part ${complete}; ${most[device]}`,
      value: median(legs.map((leg) => leg.presented)),
      unit: '/s',
      goal: 55,
      sense: 'atLeast',
    });
    figures.push({
      name: `scrolling, most of the sight without rows, ${rows}`,
      how,
      value: missing,
      unit: 'px',
      goal: 0,
      sense: 'atMost',
    });
    const cpu = Math.max(...legs.map((leg) => leg.cpu)).toFixed(0);
    const long = tasks.filter((ms) => ms > LONG_MS).length;
    figures.push({
      name: `scrolling, longest task, ${rows}`,
      how: `${long} over ${LONG_MS} ms; most processor time of one ${cpu} ms${flung > 0 ? `; ${flung.toFixed(0)} ms while flung at ${FLUNG} px/s` : ''}`,
      value: Math.max(...tasks),
      unit: 'ms',
      goal: LONG_MS,
      sense: 'atMost',
    });
  }
  return figures;
}
