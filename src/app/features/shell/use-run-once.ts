// Runs an async function once per key when a page opens, and never again because of a re-render.
import { useCallback, useEffect, useState } from 'react';

/** The state of the function: its result, or the error that it threw. */
export type Run<T> = { status: 'running' } | { status: 'done'; value: T } | { status: 'failed'; error: unknown };

// React may run an effect twice: both effects share one promise.
const running = new Map<string, Promise<unknown>>();

/** Runs `work` once for each `key`; `retry` runs it again after a failure. `work` must be stable. */
export function useRunOnce<T>(key: string, work: () => Promise<T>): { run: Run<T>; retry: () => void } {
  const [run, setRun] = useState<Run<T>>({ status: 'running' });
  const pending = run.status === 'running';
  useEffect(() => {
    if (!pending) return;
    let active = true;
    const finish = (next: Run<T>) => void (active && setRun(next));
    const shared = running.get(key) as Promise<T> | undefined;
    const promise = shared ?? work().finally(() => running.delete(key));
    if (!shared) running.set(key, promise);
    promise.then(
      (value) => finish({ status: 'done', value }),
      (error: unknown) => finish({ status: 'failed', error }),
    );
    return () => {
      active = false;
    };
  }, [pending, key, work]);
  return { run, retry: useCallback(() => setRun({ status: 'running' }), []) };
}
