// Every secret that a world holds, by what it is: those of its database, those that left by mail, push and cookie, and its settings.
import { settingsAsRead } from '#server/settings-read.ts';
import { SECRETS } from '#server/env.ts';
import { unseal } from '#server/auth/crypto.ts';
import { anyTables } from '#server/db/engine.ts';
import type { Mail, MailPort } from '#server/ports/mail.ts';
import { openSmtpMail } from '#server/ports/mail-smtp.ts';
import { openIdClient } from '#server/ports/openid-client.ts';
import { PASSWORD } from '#tests/cast.ts';
import { RecordingPush, type World, type WorldOptions } from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';

export type Secrets = Map<string, string>;

/** The columns that hold one, of every table; what is sealed there is a secret itself, and so is what was sealed. */
export const SECRET_COLUMNS: Record<string, string[]> = {
  user: ['passwordHash'],
  session: ['hash'],
  endedsession: ['hash'],
  organization: ['clientKey', 'clientKeyHash', 'instanceHash'],
  system: ['clientKey', 'clientKeyHash', 'instanceHash', 'usernameSealed', 'passwordSealed'],
  device: ['endpoint', 'p256dh', 'auth'],
  delivery: ['subscription'],
  passkey: ['credentialId', 'publicKey'],
  token: ['hash'],
  mail: ['sealed'],
  signon: ['state', 'session', 'sealed'],
  identity: ['subject'],
  keyprint: ['print'],
};
const SEALED = ['clientKey', 'usernameSealed', 'passwordSealed', 'auth'];

/** Columns that sound like one and hold none: words, ids and moments. */
export const OPEN_COLUMNS = [
  'organization.keyConnected',
  'system.keyConnected',
  'backup.key',
  'upload.key',
  'alarm.openKey',
  'device.session',
  'session.authenticatedAt',
  'job.state',
  'jobitem.state',
];

const planted = (name: string): string => `planted-${name.toLowerCase().replaceAll('_', '-')}-7Qx4`;
const environment = {
  ...Object.fromEntries(SECRETS.map((name) => [name, planted(name)])),
  SMTP_URL: `smtp://backwatch:${planted('SMTP_URL')}@127.0.0.1:9`,
  HEARTBEAT_URL: `http://127.0.0.1:9/${planted('HEARTBEAT_URL')}`,
  DATABASE_URL: `postgres://backwatch:${planted('DATABASE_URL')}@127.0.0.1:9/backwatch`,
};

/** Mails are remembered, and sent to a server that is not there. */
class FailingMail implements MailPort {
  readonly sent: Mail[] = [];
  readonly sends = true;
  readonly #port = openSmtpMail({ url: environment.SMTP_URL, from: 'backwatch@example.com' });

  send(mail: Mail) {
    this.sent.push(mail);
    return this.#port.send(mail);
  }

  close(): void {
    this.#port.close();
  }
}

/** A world whose every setting is set; none of the services outside answers. */
export function optionsWithSecrets(): WorldOptions {
  const secret = { clientId: 'backwatch', clientSecret: planted('OIDC_CLIENT_SECRET') };
  const provider = openIdClient({ issuer: 'http://127.0.0.1:9', ...secret, name: 'Example ID', waitMs: 2000 });
  return {
    push: new RecordingPush(),
    mail: new FailingMail(),
    signOn: { provider, createUsers: false },
    heartbeatUrl: environment.HEARTBEAT_URL,
    settings: settingsAsRead(environment, new Set()),
  };
}

/** A signed token, as links and notifications carry it. */
const SIGNED = /[\w-]{20,}\.[\w-]{43}(?![\w-])/g;
const MAILED = /(?<=[/=])[\w-]{43}(?![\w-])/g;

/** Adds every secret that is there now to those that were. */
export async function gatherSecrets(world: World, secrets: Secrets): Promise<void> {
  const add = (kind: string, value: unknown) => value && secrets.set(String(value), kind);
  add('password', PASSWORD);
  for (const name of SECRETS) add(`setting ${name}`, planted(name));
  const { session, seal, sign, vapidPrivate } = world.keys;
  for (const key of [session, seal, sign, vapidPrivate]) add('keys.json', key);
  for (const { envelope } of (world.push as RecordingPush).sent)
    for (const [token] of JSON.stringify(envelope).matchAll(SIGNED)) add('token of a notification', token);
  for (const { html, text } of (world.mail as FailingMail).sent)
    for (const pattern of [SIGNED, MAILED])
      for (const [token] of `${html} ${text}`.matchAll(pattern)) add('token of a mail', token);
  await world.server.jobContext.read(async (unit) => {
    const db = allTables(unit);
    for (const [table, columns] of Object.entries(SECRET_COLUMNS))
      for (const row of await anyTables(db).selectFrom(table).selectAll().execute())
        for (const column of columns) {
          add(`${table}.${column}`, row[column]);
          if (SEALED.includes(column) && row[column])
            add(column === 'clientKey' ? 'client key' : column, unseal(seal, String(row[column])));
        }
  });
}

/** Everything with the form of a secret, known or not. */
const FORMS: [string, RegExp][] = [
  ['client key', /bw_[\w-]{27}/],
  ['password hash', /\$argon2/],
  ['signed token', /[\w-]{20,}\.[\w-]{43}(?![\w-])/],
  ['signed address', /signature=/],
];

/** Returns the secrets that a text holds, by kind. */
export function secretsIn(text: string, secrets: Secrets): string[] {
  const known = [...secrets].filter(([value]) => text.includes(value)).map(([, kind]) => kind);
  const formed = FORMS.filter(([, form]) => form.test(text)).map(([kind]) => kind);
  return [...new Set([...known, ...formed])].toSorted();
}
