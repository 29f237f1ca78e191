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

const block = 5;

/** Height of the whole horizon, four blocks and the chevron included. */
export function fleetHeight(): number {
  return horizon.up + 2 * horizon.air + horizon.line + 4 * (block + 1.5) + 5;
}

/** Path data of the nights, shifted right by `inset`. */
export function fleetPaths(nights: Night[], g: Geometry, inset: number): Record<'o' | 'l' | 'm' | 'n', string> {
  const w = g.pitch - g.gap;
  const below = g.up + 2 * g.air + g.line;
  const out = { o: '', l: '', m: '', n: '' };
  nights.forEach(({ ok, missed, late }, i) => {
    const x = inset + cellX(i, g, nights.length);
    const cut = late > 0 ? Math.min(g.up * 0.3, 2 + late * 2.5) : 0;
    if (cut) {
      out.l += bar(x, 0, w, cut, 1);
      out.o += bar(x, cut + 1.5, w, g.up - cut - 1.5, 0.01);
    } else if (ok > 0) out.o += bar(x, 0, w, g.up, g.radius);
    // Nothing came and nothing was due: no bar, or the night would look fine.
    else if (missed === 0) out.n += bar(x, g.up - 2, w, 2, 1);
    const blocks = Math.min(missed, 4);
    for (let k = 0; k < blocks; k += 1)
      out.m += drop(x, below + k * (block + 1.5), w, block, k === blocks - 1 ? 1.5 : 0.01);
    if (missed > 4) out.m += chevron(x, below + 4 * (block + 1.5), w);
  });
  return out;
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
