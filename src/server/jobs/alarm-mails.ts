// Alarms by mail: renders the deliveries to one person and adds them to the outbox of mails, in one commit.
import { setDeliveries } from '#server/entities/alarm/delivery-repository.ts';
import type { DeliveryRow } from '#server/entities/internal-tables.ts';
import { sendFault } from '#server/entities/alarm/send-fault.ts';
import { queueMail } from '#server/entities/mail-repository.ts';
import { cancelDeliveries } from '#server/entities/alarm/delivery-outcome.ts';
import { unsubscribeToken } from '#server/entities/alarm/unsubscribe.ts';
import type { NotNull, RowOf } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { alarmMail } from '#server/mails/alarm.ts';
import type { JobContext } from './context.ts';
import { readsOnly, renderMessages, type RenderedMessage } from './notifications/render-notifications.ts';

/** @param rows claimed deliveries of one person, without a device */
export async function mailAlarms({ services, write }: JobContext, rows: DeliveryRow[]): Promise<void> {
  await write(async (unit) => {
    const user = rows[0] && (await unit.find('user', rows[0].user));
    const messages = user ? await renderMessages(unit, user, rows) : [];
    if (user && messages.length > 0) {
      const reader = await readsOnly(unit, user);
      for (const message of messages) {
        const mail = await mailOf(unit, services, user, { ...message, readsOnly: reader });
        const ids = message.rows.map(({ id }) => id);
        await queueMail(unit, services, mail, ids);
      }
    }
    const mailed = new Set(messages.flatMap((message) => message.rows));
    // These deliveries end when the mail server accepts the mail, or when it is given up.
    await setDeliveries(unit, [...mailed], { status: 'sending', nextAt: null });
    const idle = rows.filter((row) => !mailed.has(row));
    await cancelDeliveries(unit, services, idle, 'failed', sendFault('mailsOff'));
  });
}

interface MailedMessage extends RenderedMessage {
  /** The recipient may not act on alarms. */
  readsOnly: boolean;
}

async function mailOf(
  unit: Unit,
  { origin, secrets }: JobContext['services'],
  user: RowOf<'user'>,
  message: MailedMessage,
) {
  const { notification, rows, language, coveredAlarms, readsOnly: reader } = message;
  // A repeat is one delivery, and names many alarms.
  const alarms = coveredAlarms ?? rows.map(({ alarm }) => alarm ?? '');
  const owners = await unit
    .select('alarm')
    .select('organization')
    .distinct()
    .where('id', 'in', alarms)
    .where('organization', 'is not', null)
    .$narrowType<{ organization: NotNull }>()
    .execute();
  const organizations = owners.map(({ organization }) => organization).toSorted();
  const token = unsubscribeToken(secrets.sign, { user: user.id, organizations, at: unit.now });
  const query = new URLSearchParams({ token });
  const endUrl = `${origin()}/unsubscribe?${query}`;
  return {
    to: user.email,
    ...alarmMail(notification, { openUrl: `${origin()}${notification.url}`, endUrl, language, readsOnly: reader }),
    headers: {
      // Mail programs show their own unsubscribe button for these headers (RFC 8058); opened, the address shows the page.
      'List-Unsubscribe': `<${endUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}
