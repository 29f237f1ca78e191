// A figure of the benchmark: what was measured, against what was to be reached, in one table at the end.

export interface Figure {
  name: string;
  /** The name of the run in a few words. */
  how: string;
  value: number;
  unit: string;
  goal: number;
  /** `atMost` for times and sizes, `atLeast` for rates. */
  sense: 'atMost' | 'atLeast';
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Nearest rank; 0 for nothing. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const shown = (value: number): string => value.toFixed(value >= 100 ? 0 : value >= 1 ? 1 : 4);

/** One line of the table: the ratio is 1 at the goal itself, also where both are 0, and above 1 beyond it. */
export function lineOf({ name, how, value, unit, goal, sense }: Figure): string {
  const ratio = value === goal ? 1 : sense === 'atMost' ? goal / value : value / goal;
  const sign = sense === 'atMost' ? '<=' : '>=';
  const cells = [
    ratio >= 1 ? 'ok  ' : 'MISS',
    name.padEnd(52),
    `${shown(value)} ${unit}`.padStart(14),
    `${sign} ${goal} ${unit}`.padStart(16),
    ratio.toFixed(2).padStart(7),
    how,
  ];
  return cells.join('  ');
}
