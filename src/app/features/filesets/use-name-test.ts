// The live test of a fileset's rule, as the form shows it.
import { useEffect, useState } from 'react';
import type { NameRule } from '#contract/files/name-rule.ts';
import type { TestAnswer } from './name-test.ts';
import { guardPattern } from './pattern-guard.ts';

/** An answer that takes longer is stopped, ms. */
const LIMIT_MS = 1000;
/** The pause after the last key, ms. */
const SETTLE_MS = 150;

const failed = (code: string): TestAnswer => ({ ok: false, code, values: {} });

/** Tests the names in a worker of its own, which ends when the time is over; answers the function that ends it. */
function runTest(rule: NameRule, names: readonly string[], timeZone: string, onAnswer: (answer: TestAnswer) => void) {
  const worker = new Worker(new URL('./name-test-worker.ts', import.meta.url), { type: 'module' });
  const end = (answer?: TestAnswer) => {
    clearTimeout(timer);
    worker.terminate();
    if (answer) onAnswer(answer);
  };
  let timer = setTimeout(() => end(failed('unavailable')), LIMIT_MS * 10);
  worker.addEventListener('message', ({ data }: MessageEvent<TestAnswer | 'ready'>) => {
    if (data !== 'ready') return end(data);
    // The time counts from here: loading the worker is not the pattern's fault.
    clearTimeout(timer);
    timer = setTimeout(() => end(failed('timeout')), LIMIT_MS);
    worker.postMessage({ rule, names, timeZone, mtime: new Date().toISOString() });
  });
  worker.addEventListener('error', () => end(failed('unavailable')));
  return () => end();
}

/** The newest answer; undefined before the first one, null after a pattern that the guard rejects, which is never run. */
export function useNameTest(rule: NameRule, names: readonly string[], timeZone: string): TestAnswer | null | undefined {
  const [answer, setAnswer] = useState<TestAnswer | null>();
  const key = JSON.stringify([rule, names, timeZone]);
  useEffect(() => {
    const [given, samples, zone] = JSON.parse(key) as [NameRule, string[], string];
    if (guardPattern(given.pattern) !== null) return setAnswer(null);
    let stop: (() => void) | null = null;
    const timer = setTimeout(() => (stop = runTest(given, samples, zone, setAnswer)), SETTLE_MS);
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [key]);
  return answer;
}
