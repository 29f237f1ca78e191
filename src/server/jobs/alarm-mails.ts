// Alarms by mail: what the deliveries to one person say is put into the outbox of mails, in the commit that ends them.
import { queueMail } from '#server/entities/mail.ts';
import { unsubscribeToken } from '#server/entities/unsubscribe.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Unit } from '#server/kernel/unit.ts';
import { alarmMail } from '#server/mails/alarm.ts';
import { wordsFor, type Spoken } from './delivery-words.ts';
import type { House } from './house-keeper.ts';

/** @param rows claimed deliveries of one person, without a device */
export async function mailAlarms({ services, write }: House, rows: Row[]): Promise<void> {
  await write(async (unit) => {
    const user = await unit.find('user', String(rows[0]?.['user']));
    const spoken =
      user?.['active'] && user['alarmEmails'] ? await wordsFor(unit, services.escalateAfterMinutes, user, rows) : [];
    for (const one of spoken) await queueMail(unit, services, await mailOf(unit, services, user ?? {}, one));
    const told = new Set(spoken.flatMap((one) => one.rows.map(({ id }) => id)));
    await end(
      unit,
      rows.filter(({ id }) => told.has(id)),
      'sent',
    );
    await end(
      unit,
      rows.filter(({ id }) => !told.has(id)),
      'failed',
    );
  });
}

async function mailOf(unit: Unit, { origin, secrets }: House['services'], user: Row, { words, rows }: Spoken) {
  const alarms = rows.map(({ alarm }) => alarm);
  const owners = await unit.db
    .selectFrom('alarm')
    .select('organization')
    .distinct()
    .where('id', 'in', alarms)
    .execute();
  const [only, ...others] = owners.map(({ organization }) => String(organization));
  const token = unsubscribeToken(secrets.sign, String(user['id']), others.length === 0 ? (only ?? null) : null);
  const query = new URLSearchParams({ token });
  const endUrl = `${origin()}/unsubscribe?${query}`;
  return {
    to: String(user['email']),
    ...alarmMail(words, { openUrl: `${origin()}${words.url}`, endUrl }),
    headers: {
      // Mail programs show a button of their own by these, and press it for the person (RFC 8058).
      'List-Unsubscribe': `<${origin()}/api/userorg/unsubscribe?${query}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/** A mail that was handed over has reached nobody yet: unlike a push it does not count as told. */
async function end({ db, now }: Unit, rows: Row[], status: 'sent' | 'failed'): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const [sentAt, detail] = status === 'sent' ? [now, 'by mail'] : [null, 'no longer needed'];
  await db
    .updateTable('delivery')
    .set({ status, detail, sentAt, nextAt: null, updatedAt: now })
    .where('id', 'in', ids)
    .execute();
}
