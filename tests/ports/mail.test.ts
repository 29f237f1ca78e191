// Both ways that mail leaves: through an SMTP server that really listens, and into a folder; read back as a mail program reads.
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { resetMail } from '#server/mails/account.ts';
import { typed, write } from '#server/mails/frame.ts';
import { openFolderMail } from '#server/ports/mail-folder.ts';
import { openSmtpMail } from '#server/ports/mail-smtp.ts';
import { resultOfReply, type Mail, type MailPort } from '#server/ports/mail.ts';
import { startMailServer, type MailServer } from '#tests/mail-server.ts';

const FROM = 'Backwatch <watch@example.com>';
const NAME = 'سارة <b>Müller</b>';
const mailTo = (to: string): Mail => ({
  to,
  ...resetMail({ name: NAME, url: 'https://watch.example.com/a?token=x', language: null }),
});

describe('through an SMTP server', () => {
  let server: MailServer;
  let port: MailPort;
  beforeEach(async () => {
    server = await startMailServer();
    port = openSmtpMail({ url: server.url, from: FROM });
  });
  afterEach(async () => {
    port.close();
    await server.close();
  });

  test('a mail arrives whole: sender, one recipient, subject, text and HTML in any script', async () => {
    expect(await port.send(mailTo('sara@example.com'))).toEqual({ result: 'accepted', detail: expect.any(String) });
    const [got] = server.arrived;
    expect(got?.to).toEqual(['sara@example.com']);
    expect(got?.mail.from).toMatchObject({ name: 'Backwatch', address: 'watch@example.com' });
    expect(got?.mail.subject).toBe('Set a new password for Backwatch');
    expect(got?.text).toContain(typed(NAME));
    expect(got?.html).toContain('سارة');
    expect(got?.html).not.toContain('<b>Müller');
    expect(got?.html).toContain('&lt;b&gt;Müller&lt;/b&gt;');
  });

  test('an address is one address, whatever it holds', async () => {
    await port.send(mailTo('one@example.com, two@example.com'));
    await port.send(mailTo('three@example.com\r\nBcc: four@example.com'));
    expect(server.arrived.flatMap(({ to }) => to)).not.toContain('two@example.com');
    expect(server.arrived.flatMap(({ to }) => to)).not.toContain('four@example.com');
    for (const { raw } of server.arrived) expect(raw).not.toMatch(/^Bcc:/im);
  });

  test.each([
    [450, 'retry'],
    [421, 'retry'],
    [550, 'refused'],
    [535, 'retry'],
  ] as const)('an answer of %i means %s', async (code, result) => {
    server.refuse(code, 1);
    expect(await port.send(mailTo('sara@example.com'))).toMatchObject({ result, status: code });
    expect(server.arrived).toEqual([]);
    expect((await port.send(mailTo('sara@example.com'))).result).toBe('accepted');
  });

  test('without a server behind the address it is tried again later, and the mail’s text is not logged', async () => {
    await server.close();
    const outcome = await port.send(mailTo('sara@example.com'));
    expect(outcome.result).toBe('retry');
    expect(outcome.detail).not.toContain('token');
    server = await startMailServer();
  });
});

test('only what a server will never take is refused', () => {
  const codes = [undefined, 421, 450, 451, 530, 535, 550, 552, 554];
  expect(codes.map(resultOfReply)).toEqual([
    'retry',
    'retry',
    'retry',
    'retry',
    'retry',
    'retry',
    'refused',
    'refused',
    'refused',
  ]);
});

describe('into a folder', () => {
  let folder: string;
  const stored: string[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backwatch-mail-'));
    stored.length = 0;
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const open = (most = 500) =>
    openFolderMail({
      folder: join(folder, 'mail'),
      from: FROM,
      now: () => '2026-11-21T03:00:00.000Z',
      onStored: (path) => stored.push(path),
      most,
    });

  test('a mail is a file that a mail program opens, for nobody else to read, and its path is reported', async () => {
    expect((await open().send(mailTo('sara@example.com'))).result).toBe('kept');
    expect(stored).toEqual([join(folder, 'mail', '2026-11-21T03-00-00-000Z-0001-sara@example.com.eml')]);
    const mail = await PostalMime.parse(await readFile(stored[0]!));
    expect([mail.to?.[0]?.address, mail.subject]).toEqual(['sara@example.com', 'Set a new password for Backwatch']);
    expect((await stat(stored[0]!)).mode & 0o777).toBe(0o600);
  });

  test('an address cannot lead out of the folder', async () => {
    await open().send(mailTo('../../etc/x@example.com'));
    expect(await readdir(join(folder, 'mail'))).toHaveLength(1);
  });

  test('no more than so many are stored, the newest', async () => {
    const port = open(3);
    for (let count = 0; count < 5; count += 1) await port.send({ to: 'a@b.de', subject: 's', text: 't', html: 'h' });
    const names = (await readdir(join(folder, 'mail'))).toSorted();
    expect([names.length, names[0]]).toEqual([3, '2026-11-21T03-00-00-000Z-0003-a@b.de.eml']);
  });
});

describe('the sheet', () => {
  const { text, html } = write({
    language: null,
    subject: 'S',
    title: 'A & B',
    lines: [`Hello ${typed('"><script>alert(1)</script>')}`],
    button: { label: 'Go <on>', url: 'https://x.example.com/?a=1&b="2"' },
    notes: ["It's late"],
  });

  test('escapes everything that it was given', () => {
    expect(html).not.toContain('<script>');
    expect(html).toContain('href="https://x.example.com/?a=1&amp;b=&quot;2&quot;"');
    expect(html).toContain('Go &lt;on&gt;');
    expect(text).toContain('https://x.example.com/?a=1&b="2"');
  });

  test('knows day and night, has one button, and asks nobody for anything', () => {
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html).not.toMatch(/<img|<link|url\(|@import|src=/);
  });

  test('a name is one line in its own direction, whatever was typed', () => {
    expect(typed('a\r\nBcc: x\u202Ecod\u2069.exe')).toBe('\u2068a Bcc: x cod .exe\u2069');
    expect([...typed('😀'.repeat(200))]).toHaveLength(82);
  });
});
