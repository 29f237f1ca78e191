// The mail about an alarm, or about several at once: the words of the notification, a way into the app, and a way out of the mails.
import type { NotificationWords } from '#contract/notifications/notification.ts';
import { write, type Written } from './frame.ts';

/** `openUrl` opens the alarm; `endUrl` ends mails like this one when it is opened, and offers to bring them back. */
export const alarmMail = (
  words: NotificationWords,
  { openUrl, endUrl }: { openUrl: string; endUrl: string },
): Written =>
  write({
    subject: words.title,
    title: words.title,
    lines: [`${words.body.replace(/[.\s]+$/, '')}.`],
    button: { label: words.kind === 'burst' ? 'Open the alarms' : 'Open the alarm', url: openUrl },
    notes: [
      'You get this because your account asks for alarms by mail. Whoever takes the alarm in the app ends its reminders.',
      `To get no more of them: ${endUrl}`,
    ],
  });
