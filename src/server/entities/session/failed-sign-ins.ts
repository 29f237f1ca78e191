// Failed sign-ins of an account: they are in the activity, and one mail a day notifies the user when there are many.
import { shifted } from '#contract/time/calendar.ts';
import { internalActor } from '#server/pipeline/actor.ts';
import type { Context } from '#server/pipeline/dispatch.ts';
import { RateLimiter } from '#server/auth/rate-limiter.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { mailFailedSignIns } from '#server/entities/account/mails.ts';
import type { RowOf } from '#server/db/engine.ts';

const DAY_MS = 86_400_000;

/** Returns a function that notes one failure. Done after the answer: the time of a failure must not tell whether the account exists. */
export function makeNoteFailure(services: Services): (context: Context, user: string) => void {
  // The eighth within a quarter of an hour is no slip of the owner.
  const slips = new RateLimiter(services, { name: 'sign-in.slips', points: 7, seconds: 900 });
  // A guesser over many networks must not fill the activity.
  const entries = new RateLimiter(services, { name: 'sign-in.entries', points: 20, seconds: 3600 });
  return (context, id) =>
    services.afterwards('a failed sign-in could not be recorded', async () => {
      const isMany = (await slips.exceeded(id)) !== null;
      const isRecorded = (await entries.exceeded(id)) === null;
      if (!isMany && !isRecorded) return;
      await context.write(async (unit) => {
        const user = await unit.find('user', id);
        if (!user) return;
        if (isRecorded) unit.audit('user', user, 'signInFailed');
        if (isMany) await warn(unit, services, user, context.request.ip);
      }, internalActor);
    });
}

/** At most once a day, whichever server sees it. */
async function warn(unit: Unit, services: Services, user: RowOf<'user'>, ip: string): Promise<void> {
  const yesterday = shifted(unit.now, -DAY_MS);
  const first = await unit.unrecorded
    .updateTable('user')
    .set({ signInWarnedAt: unit.now })
    .where('id', '=', user.id)
    .where((where) => where.or([where('signInWarnedAt', 'is', null), where('signInWarnedAt', '<=', yesterday)]))
    .executeTakeFirst();
  if (Number(first.numUpdatedRows) === 1) await mailFailedSignIns(unit, services, user, ip);
}
