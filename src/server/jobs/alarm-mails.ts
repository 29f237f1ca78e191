// Alarms by mail: what the deliveries to one person say is put into the outbox of mails, in one commit.
import { setDeliveries } from '#server/entities/delivery.ts';
import { queueMail } from '#server/entities/mail.ts';
import { drop } from '#server/entities/reach.ts';
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
    const spoken = user ? await wordsFor(unit, user, rows) : [];
    for (const one of spoken) {
      const mail = await mailOf(unit, services, user ?? {}, one);
      const ids = one.rows.map(({ id }) => String(id));
      await queueMail(unit, services, mail, ids);
    }
    const told = new Set(spoken.flatMap((one) => one.rows));
    // They end when the mail server has taken the mail, or when it is given up.
    await setDeliveries(unit, [...told], { status: 'sending', nextAt: null });
    const idle = rows.filter((row) => !told.has(row));
    await drop(unit, services, idle, 'failed', 'wants no mails any more');
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
