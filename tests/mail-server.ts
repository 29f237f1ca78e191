// A real SMTP server that a test owns: what arrived, read as a mail program reads it, and how it answers what comes.
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Arrived {
  /** The envelope. */
  to: string[];
  mail: Email;
  /** The text as a person reads it. */
  text: string;
  html: string;
  raw: string;
}

export interface MailServer {
  /** `smtp://…` as SMTP_URL takes it. */
  url: string;
  arrived: Arrived[];
  /** Answers the next mails with this code instead of taking them. */
  refuse(code: number, times: number): void;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const arrived: Arrived[] = [];
  let refusing = { code: 0, times: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onRcptTo(_address, _session, callback) {
      if (refusing.times === 0) return callback();
      refusing = { ...refusing, times: refusing.times - 1 };
      callback(Object.assign(new Error('not now'), { responseCode: refusing.code }));
    },
    onData(stream, session, callback) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const raw = Buffer.concat(parts);
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const read = async () => {
          const mail = await PostalMime.parse(raw);
          arrived.push({ to, mail, text: mail.text ?? '', html: mail.html ?? '', raw: raw.toString('utf8') });
        };
        read().finally(() => callback());
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrived,
    refuse: (code, times) => (refusing = { code, times }),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
