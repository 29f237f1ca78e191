// The composition root: the only file that acts when imported.
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openPostgres } from './db/postgres.ts';
import { openSqlite } from './db/sqlite.ts';
import { startDemo, type Demo } from './demo/demo.ts';
import { startLife } from './demo/life.ts';
import { hashed } from './entities/people.ts';
import { makeAdministrator } from './entities/auth.ts';
import { readEnv, type Env } from './env.ts';
import { holdToKeys, keysIn } from './keys.ts';
import { makeLog } from './kernel/log.ts';
import { lockFolder } from './lock.ts';
import { openFolderMail } from './ports/mail-folder.ts';
import { openSmtpMail } from './ports/mail-smtp.ts';
import { DEFAULT_PUSH_HOSTS } from './ports/push-endpoint.ts';
import type { MailPort } from './ports/mail.ts';
import { openIdClient } from './ports/openid-client.ts';
import { makeWebPush } from './ports/push-web.ts';
import { openFolderStorage } from './ports/storage-folder.ts';
import { isEverywhere, makeServer, type Backwatch } from './server.ts';
import type { SignOn } from './services.ts';
import { VERSION } from './version.ts';

const CLOSE_MS = 4_500;
let last = { ms: 0, text: '' };
/** One request asks for it many times, and many come in the same millisecond. */
function now(): string {
  const ms = Date.now();
  if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() };
  return last.text;
}

interface Started {
  server: Backwatch;
  address: string;
  unlock: () => void;
  demo: Demo | null;
}

async function start(env: Env): Promise<Started> {
  const folder = resolve(env.BACKWATCH_DATA);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(folder);
  const log = makeLog(env.LOG_LEVEL);
  const keys = keysIn(folder, env);
  const store = env.DATABASE_URL ? openPostgres(env.DATABASE_URL) : openSqlite(join(folder, 'backwatch.db'));
  await store.migrate();
  await holdToKeys(store, keys);
  if (!env.PUBLIC_URL && isEverywhere(env.HOST))
    log.warn('PUBLIC_URL is not set: links in mails and notifications open on this machine only', { host: env.HOST });
  const pushHosts = [...DEFAULT_PUSH_HOSTS, ...env.PUSH_HOSTS];
  const push = makeWebPush({
    vapid: { publicKey: keys.vapidPublic, privateKey: keys.vapidPrivate, subject: env.VAPID_SUBJECT },
    clock: Date.now,
    allow: pushHosts,
    ...(env.PUSH_CA ? { agentOptions: { ca: readFileSync(env.PUSH_CA) } } : {}),
  });
  const server = await makeServer({
    store,
    storage: await openFolderStorage(join(folder, 'store')),
    push,
    mail: mailOf(env, folder),
    signOn: signOnOf(env),
    keys,
    log,
    now,
    version: VERSION,
    pushHosts,
    appFolder: resolve(import.meta.dirname, '../app'),
    origin: env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : null,
    trustProxy: env.TRUST_PROXY,
    tls: env.TLS_CERT && env.TLS_KEY ? { cert: readFileSync(env.TLS_CERT), key: readFileSync(env.TLS_KEY) } : null,
    remindAfterMinutes: env.REMIND_AFTER_MINUTES,
    escalateAfterMinutes: env.ESCALATE_AFTER_MINUTES,
    lapseAfterHours: env.LAPSE_AFTER_HOURS,
  });
  await firstAdministrator(server, env);
  const demo = env.BACKWATCH_DEMO ? await startDemo(server.house) : null;
  return { server, address: await server.listen(env.HOST, env.PORT), unlock, demo };
}

/** Without a mail server the terminal says where the newest mail lies. */
function mailOf(env: Env, folder: string): MailPort {
  const from = env.MAIL_FROM ?? 'Backwatch <backwatch@localhost>';
  if (env.SMTP_URL) return openSmtpMail({ url: env.SMTP_URL, from });
  const kept = (path: string) => void process.stdout.write(`A mail was kept: ${path}\n`);
  return openFolderMail({ folder: join(folder, 'mail'), from, now, kept });
}

/** The provider is asked for at the first use: one that is away keeps nobody from starting, nor from passwords. */
function signOnOf(env: Env): SignOn | null {
  if (!env.OIDC_ISSUER || !env.OIDC_CLIENT_ID) return null;
  const provider = openIdClient({
    issuer: env.OIDC_ISSUER,
    clientId: env.OIDC_CLIENT_ID,
    clientSecret: env.OIDC_CLIENT_SECRET ?? null,
    name: env.OIDC_NAME,
  });
  return { provider, createUsers: env.OIDC_CREATE_USERS };
}

async function firstAdministrator({ services, house }: Backwatch, env: Env): Promise<void> {
  if (services.setUpToken() === null || !env.ADMIN_EMAIL || !env.ADMIN_PASSWORD) return;
  const passwordHash = await hashed(env.ADMIN_PASSWORD);
  const email = env.ADMIN_EMAIL.toLowerCase();
  await house.write((unit) => makeAdministrator(unit, { email, passwordHash, firstName: '', lastName: '' }));
}

function endOn({ server, unlock, demo }: Started): void {
  const stopLife = demo ? startLife(server.house) : () => undefined;
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    // What does not end in time is cut off: every acknowledged write is on disk already.
    setTimeout(() => process.exit(0), CLOSE_MS).unref();
    stopLife();
    void server.close().finally(() => {
      unlock();
      process.exit(0);
    });
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  // Started by a supervisor that is gone: nobody would ever end this process.
  process.on('disconnect', end);
}

try {
  const started = await start(readEnv(process.env));
  const { server, address, demo } = started;
  endOn(started);
  process.stdout.write(`Backwatch listens on ${address}\n`);
  const token = server.services.setUpToken();
  if (token) process.stdout.write(`Make the first administrator: ${address}/auth/set-up?token=${token}\n`);
  if (demo) process.stdout.write(`${demo.sentences.join('\n')}\n`);
  process.send?.({ address, clients: demo?.clients ?? [] });
} catch (error) {
  process.stderr.write(`Backwatch did not start. ${(error as Error).message}\n`);
  process.exit(1);
}
