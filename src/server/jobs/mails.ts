// The outbox of mails: each is claimed, handed over, and forgotten once it was taken. Trouble is waited out for a day.
import { shifted } from '#contract/time/calendar.ts';
import type { DeliveryRow, MailRow } from '#server/entities/internal-tables.ts';
import { rescheduleDeliveries, finishDeliveries } from '#server/entities/alarm/delivery-outcome.ts';
import { unseal } from '#server/auth/crypto.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { Mail, type MailOutcome, type MailPort } from '#server/ports/mail.ts';
import { tryClaim, nearestIn, clampFutureDates } from './claim.ts';
import type { JobContext } from './context.ts';
import { parseJson } from '#server/query/columns.ts';
import type { Job } from './scheduler.ts';

/** A claim of a process that died is free again after this. */
const CLAIM_MS = 120_000;
const RETRY_SECONDS = [10, 60, 300, 900, 3600];
const GIVE_UP_MS = 24 * 3_600_000;
const SLICE = 20;
/** A mail server that takes its time, and a queue before it. */
const PATIENCE_MS = 600_000;

export function mailJob(jobContext: JobContext, port: MailPort): Job {
  const { read, services } = jobContext;
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
    patienceMs: PATIENCE_MS,
    nearest: nearestIn(jobContext, 'mail', 'nextAt'),
    clockSet: clampFutureDates(jobContext, 'mail', 1000 * Math.max(...RETRY_SECONDS)),
    async run() {
      let done = 0;
      for (let slice = await due(); slice.length > 0; slice = await due()) {
        await Promise.all(slice.map((row) => send(jobContext, port, row)));
        done += slice.length;
      }
      return done;
    },
  };
}

const claim = ({ write }: JobContext, row: MailRow): Promise<boolean> =>
  write((unit) => {
    const nextAt = shifted(unit.now, CLAIM_MS);
    return tryClaim(unit, 'mail', 'nextAt', row, { nextAt, attempts: row.attempts + 1, updatedAt: unit.now });
  });

async function send(jobContext: JobContext, port: MailPort, row: MailRow): Promise<void> {
  const { services, write } = jobContext;
  if (!(await claim(jobContext, row))) return;
  const { result, detail } = await handOver(jobContext, port, row);
  const attempts = row.attempts + 1;
  const wait = RETRY_SECONDS[Math.min(attempts, RETRY_SECONDS.length) - 1] ?? 0;
  const waitMs = wait * 1000;
  const nextAt = shifted(services.now(), waitMs);
  const late = nextAt > shifted(row.createdAt, GIVE_UP_MS);
  const isTaken = result === 'accepted' || result === 'kept';
  if (!isTaken) services.log.warn('a mail was not taken', { result, detail, attempts, givenUp: late });
  await write(async (unit) => {
    const { db, now } = unit;
    const rows = await deliveriesOf(unit, row);
    if (result === 'retry' && !late) {
      await db.updateTable('mail').set({ nextAt, updatedAt: now }).where('id', '=', row.id).execute();
      return rescheduleDeliveries(unit, services, rows, { status: 'sending', detail, nextAt: null, waitMs });
    }
    await db.deleteFrom('mail').where('id', '=', row.id).execute();
    return finishDeliveries(unit, services, rows, result === 'accepted' ? 'sent' : 'failed', detail);
  });
}

/** A mail that cannot even be opened is retried and given up like any other failure. */
async function handOver({ services }: JobContext, port: MailPort, row: MailRow): Promise<MailOutcome> {
  try {
    return await port.send(Mail.parse(JSON.parse(unseal(services.secrets.seal, row.sealed))));
  } catch (error) {
    services.log.failure('a mail failed', error);
    return { result: 'retry', detail: 'it could not be handed over' };
  }
}

async function deliveriesOf({ db }: Unit, mail: MailRow): Promise<DeliveryRow[]> {
  const ids = parseJson(mail.deliveries);
  if (ids.length === 0) return [];
  return db.selectFrom('delivery').selectAll().where('id', 'in', ids).execute();
}
