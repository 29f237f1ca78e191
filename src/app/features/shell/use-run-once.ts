// Something that a page does once, by being opened: not again because it was drawn anew.
import { useCallback, useEffect, useState } from 'react';

export type Run<T> = { at: 'running' } | { at: 'done'; value: T } | { at: 'failed'; error: unknown };

// React may run an effect twice: both wait for the same run.
const running = new Map<string, Promise<unknown>>();

/** Does `work` once for each `key`; `again` after it failed. `work` must be stable. */
export function useRun<T>(key: string, work: () => Promise<T>): { run: Run<T>; again: () => void } {
  const [run, setRun] = useState<Run<T>>({ at: 'running' });
  const waits = run.at === 'running';
  useEffect(() => {
    if (!waits) return;
    let alive = true;
    const say = (next: Run<T>) => void (alive && setRun(next));
    const known = running.get(key) as Promise<T> | undefined;
    const begun = known ?? work().finally(() => running.delete(key));
    if (!known) running.set(key, begun);
    begun.then(
      (value) => say({ at: 'done', value }),
      (error: unknown) => say({ at: 'failed', error }),
    );
    return () => {
      alive = false;
    };
  }, [waits, key, work]);
  return { run, again: useCallback(() => setRun({ at: 'running' }), []) };
}
