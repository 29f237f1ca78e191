// A job in a unit that is rolled back: its reads and writes can be counted, held up and broken.
import type { JobContext } from '#server/jobs/context.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { undone } from '#tests/entities/alarm/undone.ts';
import { makeTestLog, type TestLog, type World } from '#tests/world.ts';

export interface JobRun {
  unit: Unit;
  context: JobContext;
  log: TestLog;
  /** The number of writes that were begun. */
  writes: number;
  /** Takes the place of a read or a write; `index` counts the writes from 1. */
  onRead: <T>(work: (unit: Unit) => Promise<T>) => Promise<T>;
  onWrite: <T>(work: (unit: Unit) => Promise<T>, index: number) => Promise<T>;
}

export const undoneJob = <T>(world: World, work: (run: JobRun) => Promise<T>): Promise<T> =>
  undone(world, (unit) => {
    const log = makeTestLog();
    const run: JobRun = {
      unit,
      log,
      writes: 0,
      onRead: (inner) => inner(unit),
      onWrite: (inner) => inner(unit),
      context: {
        services: { ...world.server.jobContext.services, log, now: () => unit.now },
        read: (inner) => run.onRead(inner),
        write: (inner) => run.onWrite(inner, (run.writes += 1)),
      },
    };
    return work(run);
  });

/** A promise and the function that ends it. */
export function gate(): { isOpen: Promise<void>; open: () => void } {
  let open = () => {};
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  return { isOpen, open };
}
