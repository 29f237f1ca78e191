// The mail by which an administrator tests that mail leaves this server.
import * as m from '#text/messages.js';
import { inLanguage, write, type Recipient, type Written } from './frame.ts';

export function testMail({ language, url }: Recipient & { url: string }): Written {
  const options = inLanguage(language);
  const title = m.mails_test_title({}, options);
  const button = { label: m.notifications_open({}, options), url };
  return write({ language, subject: title, title, lines: [m.mails_test_line({}, options)], button });
}
