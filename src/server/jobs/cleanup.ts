// Once a day: sessions that are over, tokens, challenges and sign-ins that lead nowhere any more, acts too old to be repeated
// activity of long ago and uploads that nobody reported are forgotten.
import { shifted } from '#contract/time/calendar.ts';
import { tidySessions } from '#server/entities/session/ended-session.ts';
import { every } from './claim.ts';
import type { JobContext } from './context.ts';
import type { Job } from './scheduler.ts';
import { removeUnusedUploads } from './unused-uploads.ts';

const DAY_MS = 86_400_000;
/** A phone that was in a drawer for longer does not send its acts any more: its outbox forgets them sooner. */
const COMMAND_DAYS = 7;
/** A year, and the weeks in which somebody looks back at it. */
const ACTIVITY_DAYS = 400;
/** The results of a bulk change are looked at, and undone, within days. */
const JOB_DAYS = 30;
/** No other write waits longer than so many rows take. */
const SLICE = 1000;

async function forgetActivity({ services, write }: JobContext): Promise<number> {
  const before = shifted(services.now(), -ACTIVITY_DAYS * DAY_MS);
  const forgetSome = () =>
    write(async ({ db }) => {
      const oldest = db.selectFrom('activity').select('id').where('createdAt', '<', before).orderBy('createdAt');
      return Number(
        (await db.deleteFrom('activity').where('id', 'in', oldest.limit(SLICE)).executeTakeFirst()).numDeletedRows,
      );
    });
  let gone = 0;
  for (let some = SLICE; some === SLICE; gone += some) some = await forgetSome();
  return gone;
}

/** Each node does it: there is nothing to do twice. */
export function cleanupJob(jobContext: JobContext): Job {
  const { services, write } = jobContext;
  return every(DAY_MS, services.now, 'tidying', async () => {
    const now = services.now();
    const sessions = await write(({ db }) => tidySessions(db, now));
    const gone = await write(async ({ db }) => [
      await db.deleteFrom('signon').where('expiresAt', '<=', now).executeTakeFirst(),
      await db
        .deleteFrom('idempotency_key')
        .where('createdAt', '<', shifted(now, -COMMAND_DAYS * DAY_MS))
        .executeTakeFirst(),
      await db
        .deleteFrom('job')
        .where('nextAt', 'is', null)
        .where('updatedAt', '<', shifted(now, -JOB_DAYS * DAY_MS))
        .executeTakeFirst(),
      // Also those of a person who was deleted.
      await db.deleteFrom('jobitem').where('job', 'not in', db.selectFrom('job').select('id')).executeTakeFirst(),
      await db.deleteFrom('challenge').where('expiresAt', '<=', now).executeTakeFirst(),
      // A day longer than they open anything: how many were asked for within the hour is counted by them.
      await db.deleteFrom('token').where('expiresAt', '<', shifted(now, -DAY_MS)).executeTakeFirst(),
      await db.deleteFrom('token').where('usedAt', '<', shifted(now, -DAY_MS)).executeTakeFirst(),
    ]);
    const forgotten = sessions + (await forgetActivity(jobContext)) + (await removeUnusedUploads(jobContext));
    return gone.reduce((total, { numDeletedRows }) => total + Number(numDeletedRows), forgotten);
  });
}
