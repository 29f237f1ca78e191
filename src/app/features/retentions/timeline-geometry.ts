// Positions of the bars of a retention timeline: retained above the line, purged below it. Pure, in CSS px.
import type { RuleTimeline } from './rule-timeline.ts';

export interface Bar {
  readonly x: number;
  readonly width: number;
  /** Below the line: how far it hangs. */
  readonly height: number;
}

/** The place of a group, for its label. */
export interface GroupSpan {
  readonly x: number;
  readonly width: number;
}

export interface TimelineDrawing {
  readonly retained: readonly Bar[];
  readonly purged: readonly Bar[];
  /** In the order of the groups. */
  readonly spans: readonly GroupSpan[];
}

/** The height of a bar on the line. */
export const BAR_HEIGHT = 42;
/** The most that a bar hangs below the line. */
export const HANG_HEIGHT = 27;

const GROUP_GAP = 14;
const MOST_PITCH = 26;
const MOST_BAR = 16;
/** Below this pitch single bars are no longer distinguishable: a group becomes one block. */
const LEAST_PITCH = 3;
const LEAST_BLOCK = 28;
const HANG_EACH = 4;

const hangOf = (count: number): number => Math.min(HANG_HEIGHT, 5 + count * HANG_EACH);

/** Lays the groups out over a width, the newest at its end. */
export function drawTimeline({ groups }: RuleTimeline, width: number): TimelineDrawing {
  const bars = groups.reduce((sum, { purgedBefore }) => sum + purgedBefore.length, 0);
  const room = Math.max(1, width - GROUP_GAP * (groups.length - 1));
  const pitch = Math.min(MOST_PITCH, room / bars);
  const isBlocks = pitch < LEAST_PITCH;
  const spare = Math.max(0, room - LEAST_BLOCK * groups.length);
  const widthOf = (count: number) => (isBlocks ? LEAST_BLOCK + (spare * count) / bars : pitch * count);
  const drawing = { retained: [] as Bar[], purged: [] as Bar[], spans: [] as GroupSpan[] };
  let x = isBlocks ? 0 : room - pitch * bars;
  for (const { purgedBefore } of groups) {
    const span = { x, width: widthOf(purgedBefore.length) };
    drawing.spans.push(span);
    const slots = isBlocks ? [purgedBefore.reduce((sum, count) => sum + count, 0)] : purgedBefore;
    const step = span.width / slots.length;
    const bar = isBlocks ? step : Math.min(MOST_BAR, step * 0.74);
    for (const [at, count] of slots.entries()) {
      drawing.retained.push({ x: x + at * step, width: bar, height: BAR_HEIGHT });
      if (count > 0) drawing.purged.push({ x: x + at * step, width: bar, height: hangOf(count) });
    }
    x += span.width + GROUP_GAP;
  }
  return drawing;
}
