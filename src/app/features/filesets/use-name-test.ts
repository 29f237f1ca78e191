// The live test of a fileset's rule, as the form shows it.
import { useEffect, useState } from 'react';
import type { NameRule } from '#contract/files/name-rule.ts';
import type { TestAnswer } from './name-test.ts';
import { guardPattern } from './pattern-guard.ts';
import { runTest } from './run-name-test.ts';

/** The pause after the last key, ms. */
const SETTLE_MS = 150;

/** The newest answer; undefined before the first one, null after a pattern that the guard rejects, which is never run. */
export function useNameTest(rule: NameRule, names: readonly string[], timeZone: string): TestAnswer | null | undefined {
  const [answer, setAnswer] = useState<TestAnswer | null>();
  const key = JSON.stringify([rule, names, timeZone]);
  useEffect(() => {
    const [given, samples, zone] = JSON.parse(key) as [NameRule, string[], string];
    if (guardPattern(given.pattern) !== null) return setAnswer(null);
    let stop: (() => void) | null = null;
    const test = { rule: given, names: samples, timeZone: zone, mtime: new Date().toISOString() };
    const timer = setTimeout(() => (stop = runTest(test, setAnswer)), SETTLE_MS);
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [key]);
  return answer;
}
