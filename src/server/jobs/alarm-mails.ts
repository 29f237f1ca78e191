// Alarms by mail: what the deliveries to one person say is put into the outbox of mails, in the commit that ends them.
import { UNNEEDED, endDeliveries } from '#server/entities/delivery.ts';
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
    const [sent, idle] = [rows.filter(({ id }) => told.has(id)), rows.filter(({ id }) => !told.has(id))];
    // A mail that was handed over has reached nobody yet: unlike a push it does not count as told.
    await endDeliveries(unit, sent, 'sent', 'by mail');
    await endDeliveries(unit, idle, 'failed', UNNEEDED);
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
