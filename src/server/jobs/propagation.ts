// Changes that many systems follow: slice by slice, and whatever waits comes in between.
import { propagateNextBatch } from '#server/entities/system/propagation.ts';
import { oldestPropagationAt } from '#server/entities/system/propagation-repository.ts';
import type { JobContext } from './context.ts';
import type { Job } from './scheduler.ts';
import { nextTurn } from '#server/pipeline/event-loop.ts';

/** A retention of ten thousand systems looks through all of their backups. */
const PATIENCE_MS = 600_000;

export function propagationJob(jobContext: JobContext): Job {
  let stopped = false;
  return {
    name: 'propagation',
    patienceMs: PATIENCE_MS,
    nearest: () => jobContext.read(oldestPropagationAt),
    stop: () => void (stopped = true),
    async run() {
      for (let slices = 0; ; slices += 1) {
        if (stopped || !(await jobContext.write((unit) => propagateNextBatch(unit, jobContext.services))))
          return slices;
        await nextTurn();
      }
    },
  };
}
