// The outbox of mails: what is put in with a commit is sent after it, and tried again until it is taken. Sealed: a mail may
// hold a link that opens an account.
import { uuidv7 } from '#server/pipeline/id.ts';
import { seal } from '#server/auth/crypto.ts';
import { toJson } from '#server/query/columns.ts';
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
  await unit.db
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
