// The figures of the strips: pure numbers and path data, no drawing.

/** One day: o came, l came late, m did not come, . nothing expected, r coming now. */
export type Cell = 'o' | 'l' | 'm' | '.' | 'r';

/** Measures of a strip in CSS pixels. */
export type Geometry = {
  pitch: number;
  gap: number;
  week: number;
  up: number;
  late: number;
  down: number;
  radius: number;
  line: number;
  air: number;
};

/** The sizes of the design; T stands in the rows of a desk table. */
export const sizes = {
  T: { pitch: 4.25, gap: 1.05, week: 1.9, up: 13, late: 5, down: 6, radius: 1, line: 1, air: 1 },
  S: { pitch: 10, gap: 2, week: 3, up: 15, late: 6, down: 8, radius: 1.5, line: 1.5, air: 1.5 },
  L: { pitch: 12, gap: 2.5, week: 4, up: 40, late: 17, down: 18, radius: 2, line: 2, air: 2 },
  XL: { pitch: 24.2, gap: 4.2, week: 8.6, up: 60, late: 24, down: 26, radius: 3, line: 2, air: 3 },
} satisfies Record<string, Geometry>;

/** Name of a size. */
export type StripSize = keyof typeof sizes;

/** A number short enough for path data. */
export const short = (n: number): number => Math.round(n * 100) / 100;

/** Start edge of cell `i` of `count`: weeks are counted back from today, so today closes a week. */
export function cellX(i: number, g: Geometry, count = 28): number {
  const lead = (7 - (count % 7)) % 7;
  return i * g.pitch + Math.floor((i + lead) / 7) * g.week;
}

/** Width of a strip of `count` cells. */
export function stripWidth(g: Geometry, count = 28): number {
  return short(cellX(count - 1, g, count) + g.pitch - g.gap);
}

/** Height of a strip, what hangs below the line included. */
export function stripHeight(g: Geometry): number {
  return short(g.up + g.air * 2 + g.line + g.down + 1);
}

/** A bar standing on its base, round at the top. */
export function bar(x: number, y: number, w: number, h: number, r: number): string {
  const a = `a${r} ${r} 0 0 1`;
  return `M${short(x)} ${short(y + h)}v${short(r - h)}${a} ${r} ${-r}h${short(w - 2 * r)}${a} ${r} ${r}v${short(h - r)}z`;
}

/** A block hanging from its top edge, round at the bottom. */
export function drop(x: number, y: number, w: number, h: number, r: number): string {
  const a = `a${r} ${r} 0 0 1`;
  return `M${short(x)} ${short(y)}h${short(w)}v${short(h - r)}${a} ${-r} ${r}h${short(2 * r - w)}${a} ${-r} ${-r}z`;
}

function dot(cx: number, cy: number, r: number): string {
  return `M${short(cx - r)} ${short(cy)}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
}

/** A bar seen from its edge: outline of `t` pixels, hollow inside (drawn with even-odd). */
function frame(x: number, g: Geometry, w: number): string {
  const t = g.up > 30 ? 2 : 1.5;
  const inner = Math.max(0.5, g.radius - t / 2);
  return bar(x, 0, w, g.up, g.radius) + bar(x + t, t, w - 2 * t, g.up - t, inner);
}

/** Path data per state, so that a strip is at most five nodes. `fill` is the moving part of a running day. */
export type StripPaths = { o: string; l: string; m: string; n: string; r: string; fill: string };

/** The paths of a row of cells; unknown letters count as nothing expected. */
export function stripPaths(cells: string, g: Geometry): StripPaths {
  const out: StripPaths = { o: '', l: '', m: '', n: '', r: '', fill: '' };
  const w = g.pitch - g.gap;
  const below = g.up + g.air * 2 + g.line;
  [...cells].forEach((cell, i) => {
    const x = cellX(i, g, cells.length);
    const r = g.up > 30 ? 2 : 1.25;
    if (cell === 'o') out.o += bar(x, 0, w, g.up, g.radius);
    else if (cell === 'l') out.l += bar(x, g.up - g.late, w, g.late, g.radius);
    else if (cell === 'm') out.m += drop(x, below, w, g.down, g.radius);
    else if (cell === 'r') {
      out.r += frame(x, g, w);
      out.fill += bar(x, g.up * 0.55, w, g.up * 0.45, 0.01);
    } else out.n += dot(x + w / 2, g.up - r, r);
  });
  return out;
}

/** A strip fitted to a width: fractions of a pixel allowed, and the last 21 days when bars would be under 6 px. */
export function fit(width: number, g: Geometry, count = 28): { g: Geometry; count: number } {
  const at = (n: number) => (width + g.gap - (n / 7 - 1) * g.week) / n;
  const pitch = at(count);
  if (count > 21 && pitch - g.gap < 6) return { g: { ...g, pitch: at(21) }, count: 21 };
  return { g: { ...g, pitch }, count };
}

/** The cell under a horizontal position, measured from where the strip begins. */
export function cellAt(px: number, g: Geometry, count = 28): number {
  let best = 0;
  for (let i = 0; i < count; i += 1) if (px >= cellX(i, g, count) - g.gap / 2) best = i;
  return best;
}
