// Mail through an SMTP server: a few persistent connections, with limits on how long each step may take.
import { createTransport } from 'nodemailer';
import { errorCode, propertyOf } from '#server/unknown.ts';
import { resultOfReply, type MailOutcome, type MailPort } from './mail.ts';

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  url: string;
  /** The sender: an address, or `Name <address>`. */
  from: string;
}

export function openSmtpMail({ url, from }: SmtpOptions): MailPort {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    sends: true,
    async send({ to, ...mail }) {
      try {
        // As an object it is one address, whatever commas it holds.
        await transport.sendMail({ from, to: { name: '', address: to }, ...mail });
        return { result: 'accepted', detail: '' };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    close: () => transport.close(),
  };
}

function outcomeOf(error: unknown): MailOutcome {
  const reply = propertyOf(error, 'responseCode');
  const status = typeof reply === 'number' ? reply : undefined;
  const failed = { result: resultOfReply(status), detail: errorCode(error) ?? 'EUNKNOWN' };
  return status === undefined ? failed : { ...failed, status };
}
