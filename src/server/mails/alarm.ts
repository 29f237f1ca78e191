// The mail about one alarm or several: the words of the notification, a link into the app and a link that unsubscribes.
import type { RenderedNotification } from '#contract/notifications/notification.ts';
import * as m from '#text/messages.js';
import { inLanguage, write, type Recipient, type Written } from './frame.ts';

interface Links extends Recipient {
  /** Opens the alarm. */
  openUrl: string;
  /** Unsubscribes at once, and offers to subscribe again. */
  endUrl: string;
  /** The recipient may not act on alarms. */
  readsOnly: boolean;
}

/** Writes a notification as a mail, in the language that the notification is rendered in. */
export function alarmMail(
  notification: RenderedNotification,
  { openUrl, endUrl, language, readsOnly }: Links,
): Written {
  const options = inLanguage(language);
  const { kind } = notification;
  const number = kind === 'burst' ? 'more' : kind === 'notice' ? 'none' : 'one';
  return write({
    language,
    subject: notification.title,
    title: notification.title,
    lines: [m.mails_alarm_body({ body: notification.body.replace(/[.\s]+$/, '') }, options)],
    button: { label: m.mails_alarm_open({ number }, options), url: openUrl },
    notes: [
      m.mails_alarm_note({ who: readsOnly ? 'reader' : 'actor' }, options),
      m.mails_alarm_unsubscribe({ url: endUrl }, options),
    ],
  });
}
