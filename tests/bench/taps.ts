// From a tap to the first frame that shows its effect, for every primary action of a slow phone.
import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { made, signIn } from './server-process.ts';
import { SLOWER } from './phone.ts';
import { loaded, onPhone, ROUNDS, type PhoneStage } from './phone-stage.ts';
import { median, type Figure } from './table.ts';
import { taps, type Tap, type TapIds } from './tap-list.ts';
import { longestTaskCpu, trace, type CdpSession } from './trace.ts';

const GOAL = 150;
/** 37 organizations: the alarms of one stay too few to become a group. */
const SIZES = { organizations: 37, systems: 1000, backups: 9000 };
/** How long a finger stays on the glass. */
const TOUCH_MS = 80;
/** The worker fills its cache and the app reads the rest of its chunks after the first paint. */
const FIRST_MS = 8000;
const QUIET_MS = 1500;
/** An interaction is reported after its frame was shown. */
const REPORTED_MS = 400;
/** The browser reports no shorter ones. */
const SHORTEST_MS = 16;

/** The slowest event of a tap, in ms: until its handler began, its handlers, and from them to the frame. */
interface Interaction {
  duration: number;
  delay: number;
  handlers: number;
  frame: number;
}

interface Time extends Interaction {
  /** The most processor time of one task of the page, in ms. */
  cpu: number;
}

/** In the page, before anything else: collects the events of each interaction in `window.interactions`. */
function observeInteractions(): void {
  const interactions: Interaction[] = [];
  Object.assign(window, { interactions });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
      if (entry.interactionId === 0) continue;
      const { startTime, processingStart, processingEnd, duration } = entry;
      const [delay, handlers] = [processingStart - startTime, processingEnd - processingStart];
      interactions.push({ duration, delay, handlers, frame: duration - delay - handlers });
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

/** In the page: what was collected since the last call. */
const takeInteractions = (): Interaction[] =>
  (window as unknown as { interactions: Interaction[] }).interactions.splice(0);

async function touch(cdp: CdpSession, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`not on the screen: ${target}`);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await wait(TOUCH_MS);
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

interface Given {
  page: Page;
  cdp: CdpSession;
  origin: string;
  ids: TapIds;
}

async function timeOf(tap: Tap, { page, cdp, origin, ids }: Given, round: number): Promise<Time> {
  await page.goto(`${origin}${tap.at(ids)}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await loaded(page);
  await wait(QUIET_MS);
  await tap.before?.(page, round);
  const target = tap.target(page);
  await target.waitFor();
  await wait(QUIET_MS);
  await page.evaluate(takeInteractions);
  const events = await trace(cdp, async () => {
    await touch(cdp, target);
    await tap.done(page).waitFor();
    await wait(REPORTED_MS);
  });
  const all = await page.evaluate(takeInteractions);
  const [slowest] = all.toSorted((a, b) => b.duration - a.duration);
  return { duration: SHORTEST_MS, delay: 0, handlers: 0, frame: 0, ...slowest, cpu: longestTaskCpu(events) };
}

function figureOf({ name }: Tap, times: readonly Time[]): Figure {
  const sorted = times.toSorted((a, b) => a.duration - b.duration);
  const middle = sorted[Math.floor(sorted.length / 2)];
  const [from, to] = [sorted.at(0)?.duration, sorted.at(-1)?.duration];
  const parts = middle && [middle.delay, middle.handlers, middle.frame].map((ms) => ms.toFixed(0)).join(' + ');
  const cpu = median(times.map((time) => time.cpu)).toFixed(0);
  return {
    name: `tap to feedback, ${name}`,
    how: `median of ${times.length}, ${from} to ${to} ms; delay, handlers, frame ${parts} ms; longest task ${cpu} ms of processor time; processor x${SLOWER}`,
    value: median(times.map(({ duration }) => duration)),
    unit: 'ms',
    goal: GOAL,
    sense: 'atMost',
  };
}

async function timesOf({ page, cdp, server: { origin } }: PhoneStage, ids: TapIds): Promise<Figure[]> {
  await page.addInitScript(observeInteractions);
  await page.goto(`${origin}/`);
  await wait(FIRST_MS);
  const times = new Map(taps.map((tap) => [tap, [] as Time[]]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [tap, each] of times)
      each.push(
        await timeOf(tap, { page, cdp, origin, ids }, round).catch((error: unknown) => {
          throw new Error(`${tap.name}: ${String(error)}`, { cause: error });
        }),
      );
  return [...times].map(([tap, each]) => figureOf(tap, each));
}

async function signedInTimes(stage: PhoneStage): Promise<Figure[]> {
  const alice = await signIn(stage.server.origin);
  const schedule = await made(alice, '/schedule', { name: 'Bench', alarmAfter: 6 });
  return timesOf(stage, { system: stage.fleet.system, schedule });
}

/** The slowest event of each action's tap, as the browser reports it (Interaction to Next Paint). */
export async function tapsToFeedback(): Promise<Figure[]> {
  return onPhone(SIZES, signedInTimes);
}
