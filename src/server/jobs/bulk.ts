// Works on the jobs of bulk changes: one system of each job in turn, so that a long one holds up no short one.
import { runNextItem, takeJob } from '#server/entities/job/run.ts';
import { nearestIn } from './claim.ts';
import type { JobContext } from './context.ts';
import type { Job } from './scheduler.ts';
import { nextTurn } from '#server/pipeline/event-loop.ts';

/** Three jobs of a thousand systems each, at a retention that looks through all of their backups. */
const PATIENCE_MS = 3_600_000;
/** The owner gets an event this often, and at each failure. */
const EMIT_MS = 1000;
/** Well within the time that a job stays with a server. */
const CLAIM_MS = 10_000;

interface Working {
  id: string;
  isMine: boolean;
}

/** The jobs that this server works on, or may take. */
const workingJobs = ({ services: { node }, read }: JobContext): Promise<Working[]> =>
  read(async (unit) => {
    const working = unit.select('job').select(['id', 'node']).where('nextAt', 'is not', null);
    const rows = await working
      .where(({ or, eb }) => or([eb('node', '=', node), eb('nextAt', '<=', unit.now)]))
      .orderBy('id')
      .execute();
    return rows.map((row) => ({ id: row.id, isMine: row.node === node }));
  });

/** Returns a function that is true for a job at most once in so many ms. */
function everyMs(milliseconds: number): (id: string) => boolean {
  const lastAt = new Map<string, number>();
  return (id) => {
    const now = performance.now();
    if (now - (lastAt.get(id) ?? -milliseconds) < milliseconds) return false;
    lastAt.set(id, now);
    return true;
  };
}

export function bulkJob(jobContext: JobContext): Job {
  const { services, read, write } = jobContext;
  let stopped = false;
  const mayWork = async ({ id, isMine }: Working, renews: boolean): Promise<boolean> =>
    (isMine && !renews) || write((unit) => takeJob(unit, services.node, id));
  const runAll = async (): Promise<number> => {
    const emits = everyMs(EMIT_MS);
    const renews = everyMs(CLAIM_MS);
    for (let items = 0; ;) {
      const before = items;
      for (const job of await workingJobs(jobContext)) {
        if (stopped) return items;
        if (!(await mayWork(job, renews(job.id)))) continue;
        await runNextItem({ services, read, write }, job.id, emits(job.id));
        items += 1;
        await nextTurn();
      }
      if (items === before) return items;
    }
  };
  return {
    name: 'bulk',
    patienceMs: PATIENCE_MS,
    nearest: nearestIn(jobContext, 'job', 'nextAt'),
    stop: () => void (stopped = true),
    run: runAll,
  };
}
