// The outbox of mails: each is claimed, handed over, and forgotten once it was taken. Trouble is waited out for a day.
import { shifted } from '#contract/calendar.ts';
import { unseal } from '#server/kernel/secrets.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Mail, MailPort } from '#server/ports/mail.ts';
import { claims, nearestIn } from './due.ts';
import type { House } from './house-keeper.ts';
import type { Source } from './scheduler.ts';

/** A claim of a process that died is free again after this. */
const CLAIM_MS = 120_000;
const RETRY_SECONDS = [10, 60, 300, 900, 3600];
const GIVE_UP_MS = 24 * 3_600_000;
const SLICE = 20;

export function mailSource(house: House, port: MailPort): Source {
  const { read, services } = house;
  const due = () =>
    read((unit) =>
      unit.db
        .selectFrom('mail')
        .selectAll()
        .where('nextAt', '<=', services.now())
        .orderBy('nextAt')
        .limit(SLICE)
        .execute(),
    );
  return {
    name: 'mails',
    nearest: nearestIn(house, 'mail', 'nextAt'),
    async run() {
      let done = 0;
      for (let slice = await due(); slice.length > 0; slice = await due()) {
        await Promise.all(slice.map((row) => send(house, port, row)));
        done += slice.length;
      }
      return done;
    },
  };
}

const claim = ({ write }: House, row: Row): Promise<boolean> =>
  write((unit) => {
    const nextAt = shifted(unit.now, CLAIM_MS);
    return claims(unit, 'mail', 'nextAt', row, { nextAt, attempts: Number(row['attempts']) + 1, updatedAt: unit.now });
  });

async function send(house: House, port: MailPort, row: Row): Promise<void> {
  const { services, write } = house;
  if (!(await claim(house, row))) return;
  const mail = JSON.parse(unseal(services.secrets.seal, String(row['sealed']))) as Mail;
  const { result, detail } = await port.send(mail);
  const attempts = Number(row['attempts']) + 1;
  const wait = RETRY_SECONDS[Math.min(attempts, RETRY_SECONDS.length) - 1] ?? 0;
  const nextAt = shifted(services.now(), wait * 1000);
  const late = nextAt > shifted(String(row['createdAt']), GIVE_UP_MS);
  if (result !== 'accepted') services.log.warn('a mail was not taken', { result, detail, attempts, givenUp: late });
  await write(async ({ db, now }) => {
    if (result === 'retry' && !late)
      await db.updateTable('mail').set({ nextAt, updatedAt: now }).where('id', '=', row['id']).execute();
    else await db.deleteFrom('mail').where('id', '=', row['id']).execute();
  });
}
