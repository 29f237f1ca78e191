// Once a day: sessions that are over, tokens, challenges and sign-ins that lead nowhere any more, acts too old to be repeated
// activity of long ago and uploads that nobody reported are forgotten.
import { shifted } from '#contract/time/calendar.ts';
import { forgetTokens } from '#server/entities/account/token-repository.ts';
import { forgetEntries } from '#server/entities/activity/activity-repository.ts';
import { forgetAnswers } from '#server/entities/alarm/idempotency-repository.ts';
import { forgetJobs } from '#server/entities/job/job-repository.ts';
import { forgetChallenges } from '#server/entities/passkey/challenge-repository.ts';
import { forgetSessions } from '#server/entities/session/session-repository.ts';
import { forgetSignOns } from '#server/entities/session/sign-on-repository.ts';
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
  const forgetSome = () => write((unit) => forgetEntries(unit, before, SLICE));
  let gone = 0;
  for (let some = SLICE; some === SLICE; gone += some) some = await forgetSome();
  return gone;
}

/** Each node does it: there is nothing to do twice. */
export function cleanupJob(jobContext: JobContext): Job {
  const { services, write } = jobContext;
  return every(DAY_MS, services.now, 'tidying', async () => {
    const now = services.now();
    const forgotten = await write(async (unit) => {
      const rows = [await forgetSignOns(unit), await forgetChallenges(unit)];
      rows.push(await forgetAnswers(unit, shifted(now, -COMMAND_DAYS * DAY_MS)));
      const counted = rows.reduce((total, { numDeletedRows }) => total + Number(numDeletedRows), 0);
      // A day longer than they open anything: how many were asked for within the hour is counted by them.
      const tokens = await forgetTokens(unit, shifted(now, -DAY_MS));
      return counted + tokens + (await forgetJobs(unit, shifted(now, -JOB_DAYS * DAY_MS)));
    });
    const sessions = await write(forgetSessions);
    return sessions + forgotten + (await forgetActivity(jobContext)) + (await removeUnusedUploads(jobContext));
  });
}
