// Once a day: sessions that are over, tokens, challenges and sign-ins that lead nowhere any more, and acts too old to be repeated
// are forgotten.
import { shifted } from '#contract/calendar.ts';
import type { House } from './house-keeper.ts';
import type { Source } from './scheduler.ts';

const DAY_MS = 86_400_000;
/** A phone that was in a drawer for longer does not send its acts any more: its outbox forgets them sooner. */
const DEED_DAYS = 7;

/** Runs at the start, and a day after each run. Each node does it: there is nothing to do twice. */
export function tidyingSource({ services, write }: House): Source {
  let nextAt = '';
  return {
    name: 'tidying',
    nearest: () => Promise.resolve(nextAt === '' ? services.now() : nextAt),
    async run() {
      const now = services.now();
      if (now < nextAt) return 0;
      const gone = await write(async ({ db }) => [
        await db.deleteFrom('session').where('expiresAt', '<=', now).executeTakeFirst(),
        await db.deleteFrom('signon').where('expiresAt', '<=', now).executeTakeFirst(),
        await db
          .deleteFrom('deed')
          .where('createdAt', '<', shifted(now, -DEED_DAYS * DAY_MS))
          .executeTakeFirst(),
        // A day longer than they open anything: how many were asked for within the hour is counted by them.
        await db.deleteFrom('token').where('expiresAt', '<', shifted(now, -DAY_MS)).executeTakeFirst(),
        await db.deleteFrom('challenge').where('expiresAt', '<=', now).executeTakeFirst(),
        await db.deleteFrom('token').where('usedAt', '<', shifted(now, -DAY_MS)).executeTakeFirst(),
      ]);
      nextAt = shifted(now, DAY_MS);
      return gone.reduce((total, { numDeletedRows }) => total + Number(numDeletedRows), 0);
    },
  };
}
