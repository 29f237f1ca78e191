// The outbox of mails: each is claimed, handed over, and forgotten once it was taken. Trouble is waited out for a day.
import { shifted } from '#contract/time/calendar.ts';
import { deliveriesWith } from '#server/entities/alarm/delivery-repository.ts';
import type { MailRow } from '#server/entities/internal-tables.ts';
import {
  claimMail,
  clampMails,
  deleteMail,
  dueMails,
  nextMailAt,
  postponeMail,
} from '#server/entities/mail-repository.ts';
import { rescheduleDeliveries, finishDeliveries } from '#server/entities/alarm/delivery-outcome.ts';
import { unseal } from '#server/auth/crypto.ts';
import { Mail, type MailOutcome, type MailPort } from '#server/ports/mail.ts';
import { clampFutureDates } from './claim.ts';
import type { JobContext } from './context.ts';
import { sendFaultOf } from '#server/entities/alarm/send-fault.ts';
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
  const { read } = jobContext;
  const due = () => read((unit) => dueMails(unit, SLICE));
  return {
    name: 'mails',
    patienceMs: PATIENCE_MS,
    nearest: () => read(nextMailAt),
    clockSet: clampFutureDates(jobContext, clampMails, 1000 * Math.max(...RETRY_SECONDS)),
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
  write((unit) => claimMail(unit, row, shifted(unit.now, CLAIM_MS)));

async function send(jobContext: JobContext, port: MailPort, row: MailRow): Promise<void> {
  const { services, write } = jobContext;
  if (!(await claim(jobContext, row))) return;
  const outcome = await handOver(jobContext, port, row);
  const { result } = outcome;
  const attempts = row.attempts + 1;
  const wait = RETRY_SECONDS[Math.min(attempts, RETRY_SECONDS.length) - 1] ?? 0;
  const waitMs = wait * 1000;
  const nextAt = shifted(services.now(), waitMs);
  const late = nextAt > shifted(row.createdAt, GIVE_UP_MS);
  const isTaken = result === 'accepted' || result === 'kept';
  if (!isTaken) services.log.warn('a mail was not taken', { ...outcome, attempts, givenUp: late });
  await write(async (unit) => {
    const rows = await deliveriesWith(unit, parseJson(row.deliveries));
    if (result === 'retry' && !late) {
      await postponeMail(unit, row.id, nextAt);
      const fault = sendFaultOf(outcome);
      return rescheduleDeliveries(unit, services, rows, { status: 'sending', fault, nextAt: null, waitMs });
    }
    await deleteMail(unit, row.id);
    if (result === 'accepted') return finishDeliveries(unit, services, rows, 'sent', null);
    return finishDeliveries(unit, services, rows, 'failed', sendFaultOf(outcome));
  });
}

/** A mail that cannot even be opened is retried and given up like any other failure. */
async function handOver({ services }: JobContext, port: MailPort, row: MailRow): Promise<MailOutcome> {
  try {
    return await port.send(Mail.parse(JSON.parse(unseal(services.secrets.seal, row.sealed))));
  } catch (error) {
    services.log.failure('a mail failed', error);
    return { result: 'retry', code: 'unsent', detail: '' };
  }
}
