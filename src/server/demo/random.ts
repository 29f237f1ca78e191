// Chance that comes out the same every time: the demonstration fleet is one fleet, not a new one at every fill.

export interface Chance {
  /** A number from `low` up to, not including, `high`. */
  between(low: number, high: number): number;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
}

/** Chance that depends on nothing but the word (mulberry32 over FNV-1a). */
export function chanceOf(word: string): Chance {
  let state = 0x811c9dc5;
  for (const char of word) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number): number => low + next() * (high - low);
  const whole = (low: number, high: number): number => Math.floor(between(low, high + 1));
  return { between, whole, pick: (list) => list[whole(0, list.length - 1)] ?? list[0] };
}
