// One test of a fileset’s rule on names, outside of the page.
import type { TestAnswer, TestRequest } from './name-test.ts';

/** An answer that takes longer is stopped, ms. */
const LIMIT_MS = 1000;

const failed = (code: string): TestAnswer => ({ ok: false, code, values: {} });

/** Tests the names in a worker of its own, which ends when the time is over; answers the function that ends it. */
export function runTest(test: TestRequest, onAnswer: (answer: TestAnswer) => void): () => void {
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
    worker.postMessage(test);
  });
  worker.addEventListener('error', () => end(failed('unavailable')));
  return () => end();
}
