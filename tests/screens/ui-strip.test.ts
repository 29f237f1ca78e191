// The figures of the strips: what stands above the line, what hangs below, and what still fits.
import { describe, expect, test } from 'vitest';
import { fitFleet, fleetPaths } from '#app/ui/status/fleet-geometry.ts';
import { bar, cellAt, cellX, fit, sizes, stripHeight, stripPaths, stripWidth } from '#app/ui/status/strip-geometry.ts';

const blocks = (path: string) => path.split('M').length - 1;
const tops = (path: string) => [...path.matchAll(/M[\d.]+ ([\d.]+)/g)].map((m) => Number(m[1]));

describe('a strip', () => {
  test('is 287 px wide at the size of a list row', () => expect(stripWidth(sizes.S)).toBe(287));
  test('has a wider gap after each week', () => {
    expect(cellX(7, sizes.S) - cellX(6, sizes.S)).toBe(13);
    expect(cellX(6, sizes.S) - cellX(5, sizes.S)).toBe(10);
  });
  test('draws a missed day under the line and nothing above it', () => {
    const paths = stripPaths('m', sizes.S);
    const line = sizes.S.up + sizes.S.air;
    expect(paths.o + paths.l + paths.n + paths.r).toBe('');
    expect(tops(paths.m)[0]).toBeGreaterThan(line);
  });
  test('never draws a missed day as a bar', () => {
    const paths = stripPaths('ommo', sizes.L);
    expect(blocks(paths.o)).toBe(2);
    expect(blocks(paths.m)).toBe(2);
  });
  test('treats an unknown letter as nothing expected, not as ok', () => {
    const paths = stripPaths('?', sizes.S);
    expect(paths.o).toBe('');
    expect(blocks(paths.n)).toBe(1);
  });
  test('draws late lower than half of ok', () => {
    for (const g of Object.values(sizes)) expect(g.late).toBeLessThan(g.up / 2);
  });
  test('holds everything it draws', () => {
    for (const g of Object.values(sizes))
      expect(stripHeight(g)).toBeGreaterThanOrEqual(g.up + 2 * g.air + g.line + g.down);
  });
  test('has bars standing on their base', () => expect(bar(0, 2, 8, 10, 2)).toMatch(/^M0 12v-8/));
});

describe('fitting', () => {
  test('fills the width given', () => {
    const fitted = fit(342, sizes.L);
    expect(fitted.count).toBe(28);
    expect(stripWidth(fitted.g)).toBeCloseTo(342, 0);
  });
  test('shows the last 21 days when bars would be under 6 px', () => {
    const fitted = fit(230, sizes.L);
    expect(fitted.count).toBe(21);
    expect(fitted.g.pitch - fitted.g.gap).toBeGreaterThan(6);
    expect(stripWidth(fitted.g, 21)).toBeCloseTo(230, 0);
  });
  test('finds the day under a finger, the gaps included', () => {
    for (let i = 0; i < 28; i += 1) expect(cellAt(cellX(i, sizes.L) + 3, sizes.L)).toBe(i);
    expect(cellAt(-50, sizes.L)).toBe(0);
    expect(cellAt(9999, sizes.L)).toBe(27);
  });
});

describe('the fleet strip', () => {
  const { g, inset } = fitFleet(390, 28);
  test('draws no bar for a night on which nothing came', () => {
    expect(fleetPaths([{ ok: 0, missed: 0, late: 0 }], g, inset).o).toBe('');
    expect(fleetPaths([{ ok: 0, missed: 2, late: 0 }], g, inset).o).toBe('');
    expect(fleetPaths([{ ok: 1, missed: 0, late: 0 }], g, inset).o).not.toBe('');
  });

  test('hangs one block for each one missed, four at most, then a chevron', () => {
    expect(blocks(fleetPaths([{ ok: 5, missed: 3, late: 0 }], g, inset).m)).toBe(3);
    expect(blocks(fleetPaths([{ ok: 5, missed: 4, late: 0 }], g, inset).m)).toBe(4);
    expect(blocks(fleetPaths([{ ok: 5, missed: 9, late: 0 }], g, inset).m)).toBe(5);
  });
  test('detaches a late segment from the top of the bar', () => {
    const paths = fleetPaths([{ ok: 5, missed: 0, late: 2 }], g, inset);
    expect(blocks(paths.l)).toBe(1);
    expect(blocks(paths.o)).toBe(1);
    expect(paths.m).toBe('');
  });
  test('is centred on the page', () => {
    expect(inset * 2 + stripWidth(g)).toBeCloseTo(390, 0);
    expect(inset).toBeGreaterThan(12);
  });
});
