// The limits of a pattern that need no engine: its length, and the steps that it makes.

/** Most characters of a pattern. */
export const PATTERN_MAX_LENGTH = 500;
/** Most steps of a pattern with its counted repeats expanded. Matching costs steps times the length of the name. */
export const PATTERN_MAX_STEPS = 2000;

/** Estimates the program size before compiling: the compiler takes seconds to expand huge repeats. */
export function patternSteps(source: string): number {
  const sums = [0];
  let last = 0;
  const add = (steps: number) => sums.push((sums.pop() ?? 0) + steps);
  for (const [token, least, most] of source.matchAll(
    /\\x\{[^}]*\}|\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|[^]/g,
  )) {
    if (token === '(') {
      sums.push(0);
      last = 0;
    } else if (token === ')') {
      last = sums.length > 1 ? (sums.pop() ?? 0) : 0;
      add(last);
    } else if (least !== undefined) {
      const times = Math.max(1, Number(least), Number(most ?? 0));
      add(last * (times - 1));
      last *= times;
    } else {
      last = 1;
      add(1);
    }
  }
  return sums.reduce((sum, steps) => sum + steps, 0);
}
