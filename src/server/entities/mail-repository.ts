// The table of mails, the outbox: what is put in with a commit is sent after it, and tried again until it is taken. Sealed: a mail may
// hold a link that opens an account.
import { uuidv7 } from '#server/pipeline/id.ts';
import { seal } from '#server/auth/crypto.ts';
import { toJson } from '#server/query/columns.ts';
import type { MailRow } from '#server/entities/internal-tables.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Mail } from '#server/ports/mail.ts';
import type { Services } from '#server/services.ts';

type Needs = Pick<Services, 'secrets' | 'dueBy'>;

/** Puts one mail into the outbox, within the unit that it reports. `deliveries`: ids of those that end as it does. */
export async function queueMail(
  unit: Unit,
  services: Needs,
  mail: Mail,
  deliveries: readonly string[] = [],
): Promise<void> {
  await unit.unscopedDb
    .insertInto('mail')
    .values({
      id: uuidv7(Date.parse(unit.now)),
      sealed: seal(services.secrets.seal, JSON.stringify(mail)),
      deliveries: toJson(deliveries),
      attempts: 0,
      nextAt: unit.now,
      createdAt: unit.now,
      updatedAt: unit.now,
    })
    .execute();
  services.dueBy(unit, unit.now);
}

/** Returns the next instant at which a mail is due; null for none. */
export async function nextMailAt({ unscopedDb }: Unit): Promise<string | null> {
  const next = await unscopedDb.selectFrom('mail').select('nextAt').orderBy('nextAt').limit(1).executeTakeFirst();
  return next?.nextAt ?? null;
}

/** Returns the mails that are due, at most `most`. */
export const dueMails = ({ unscopedDb, now }: Unit, most: number): Promise<MailRow[]> =>
  unscopedDb.selectFrom('mail').selectAll().where('nextAt', '<=', now).orderBy('nextAt').limit(most).execute();

/** Begins an attempt at a mail that nobody has claimed since it was read; returns whether it did. */
export async function claimMail(unit: Unit, row: MailRow, nextAt: string): Promise<boolean> {
  const attempt = { nextAt, attempts: row.attempts + 1, updatedAt: unit.now };
  const claim = unit.unscopedDb.updateTable('mail').set(attempt).where('id', '=', row.id);
  return Number((await claim.where('nextAt', '=', row.nextAt).executeTakeFirst()).numUpdatedRows) === 1;
}

/** Makes a mail due again at `nextAt`. */
export async function postponeMail({ unscopedDb, now }: Unit, id: string, nextAt: string): Promise<void> {
  await unscopedDb.updateTable('mail').set({ nextAt, updatedAt: now }).where('id', '=', id).execute();
}

/** Deletes a mail. */
export async function deleteMail({ unscopedDb }: Unit, id: string): Promise<void> {
  await unscopedDb.deleteFrom('mail').where('id', '=', id).execute();
}

/** Makes due now what is due after `latest`. */
export const clampMails = ({ unscopedDb, now }: Unit, latest: string) =>
  unscopedDb.updateTable('mail').set({ nextAt: now }).where('nextAt', '>', latest).execute();

/** Returns how many mails wait, and the next instant at which one is due. */
export const countMails = ({ unscopedDb }: Unit) =>
  unscopedDb
    .selectFrom('mail')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('nextAt').as('nextAt')])
    .executeTakeFirst();

/** Returns the ids of all mails. */
export async function mailIds({ unscopedDb }: Unit): Promise<string[]> {
  return (await unscopedDb.selectFrom('mail').select('id').execute()).map(({ id }) => id);
}
