// The live test of a fileset's rule, as the form shows it.
import { useEffect, useState } from 'react';
import type { TestAnswer, TestRequest } from './name-test.ts';
import { guardPattern } from './pattern-guard.ts';
import { runTest } from './run-name-test.ts';

/** The pause after the last key, ms. */
const SETTLE_MS = 150;

/** The newest answer; undefined before the first one, null after a pattern that the guard rejects, which is never run. */
export function useNameTest(asked: Omit<TestRequest, 'mtime'>): TestAnswer | null | undefined {
  const [answer, setAnswer] = useState<TestAnswer | null>();
  const key = JSON.stringify(asked);
  useEffect(() => {
    const given = JSON.parse(key) as typeof asked;
    if (guardPattern(given.rule.pattern) !== null) return setAnswer(null);
    let stop: (() => void) | null = null;
    const test = { ...given, mtime: new Date().toISOString() };
    const timer = setTimeout(() => (stop = runTest(test, setAnswer)), SETTLE_MS);
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [key]);
  return answer;
}
