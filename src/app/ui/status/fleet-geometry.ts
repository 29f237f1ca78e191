// The figures of the fleet strip: many strips summed into one night per bar.
import { bar, cellX, drop, short, stripWidth, type Geometry } from './strip-geometry.ts';

/** One night: how many came in time, how many were missed, how many came late. */
export type Night = { ok: number; missed: number; late: number };

/** Measures of the home horizon; the pitch is fitted to the page. */
export const horizon: Geometry = {
  pitch: 12.35,
  gap: 2.6,
  week: 4,
  up: 34,
  late: 0,
  down: 26,
  radius: 2,
  line: 2,
  air: 2,
};

/** The blocks below a bar, one for each system missed. */
interface Blocks {
  size: number;
  /** More than these end in a chevron, or without room for one in a single tall block. */
  most: number;
  chevron: boolean;
}

const horizonBlocks: Blocks = { size: 5, most: 4, chevron: true };
/** In a strip of a row. */
const rowBlocks: Blocks = { size: 3, most: 2, chevron: false };
const GAP = 1.5;

/** Height of the whole horizon, four blocks and the chevron included. */
export function fleetHeight(): number {
  return horizon.up + 2 * horizon.air + horizon.line + 4 * (horizonBlocks.size + GAP) + 5;
}

type NightPaths = Record<'o' | 'l' | 'm' | 'n', string>;

/** Path data of the nights, shifted right by `inset`. */
export const fleetPaths = (nights: readonly Night[], g: Geometry, inset: number): NightPaths =>
  nightPaths(nights, g, inset, horizonBlocks);

/** Path data of the nights in a strip of a row. */
export const rowNightPaths = (nights: readonly Night[], g: Geometry): NightPaths => nightPaths(nights, g, 0, rowBlocks);

function nightPaths(nights: readonly Night[], g: Geometry, inset: number, blocks: Blocks): NightPaths {
  const w = g.pitch - g.gap;
  const below = g.up + 2 * g.air + g.line;
  const out = { o: '', l: '', m: '', n: '' };
  nights.forEach(({ ok, missed, late }, i) => {
    const x = inset + cellX(i, g, nights.length);
    const cut = late > 0 ? Math.min(g.up * 0.3, 2 + late * 2.5) : 0;
    if (cut) {
      out.l += bar(x, 0, w, cut, 1);
      out.o += bar(x, cut + GAP, w, g.up - cut - GAP, 0.01);
    } else if (ok > 0) out.o += bar(x, 0, w, g.up, g.radius);
    // Nothing came and nothing was due: no bar, or the night would look fine.
    else if (missed === 0) out.n += bar(x, g.up - 2, w, 2, 1);
    out.m += missedPath(x, below, w, missed, blocks);
  });
  return out;
}

function missedPath(
  x: number,
  below: number,
  w: number,
  missed: number,
  { size, most, chevron: more }: Blocks,
): string {
  const step = size + GAP;
  if (missed > most && !more) return drop(x, below, w, most * step, GAP);
  const count = Math.min(missed, most);
  let path = '';
  for (let k = 0; k < count; k += 1) path += drop(x, below + k * step, w, size, k === count - 1 ? GAP : 0.01);
  return missed > most ? path + chevron(x, below + most * step, w) : path;
}

function chevron(x: number, y: number, w: number): string {
  const half = short(w / 2);
  return `M${short(x)} ${short(y)}l${half} 3l${half} -3v2l${-half} 3l${-half} -3z`;
}

/** The horizon fitted to a page width, with the same inset on both sides. */
export function fitFleet(width: number, count: number): { g: Geometry; inset: number } {
  const inner = Math.max(60, width - 36);
  const weeks = Math.max(0, Math.ceil(count / 7) - 1);
  const pitch = (inner + horizon.gap - weeks * horizon.week) / Math.max(1, count);
  const g = { ...horizon, pitch };
  return { g, inset: (width - stripWidth(g, count)) / 2 };
}
