// The composition root: the only file that acts when imported.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReadSetting } from '#contract/server.ts';
import { STAMP, versionLine } from '#contract/stamp.ts';
import { isEverywhere } from './addresses.ts';
import { startDemo, type Demo } from './demo/demo.ts';
import { startLife } from './demo/simulate.ts';
import { firstAdministrator } from './first-administrator.ts';
import { readEnv, type Env } from './env.ts';
import { keysIn } from './keys.ts';
import { makeLog } from './pipeline/logger.ts';
import { lockFolder } from './lock.ts';
import { openDatabaseFile } from './own-data/apart.ts';
import { databaseOf, runCommand } from './own-data/commands.ts';
import { openDatabase, STORE_FOLDER } from './own-data/open-database.ts';
import { openFolderMail } from './ports/mail-folder.ts';
import { openSmtpMail } from './ports/mail-smtp.ts';
import { DEFAULT_PUSH_HOSTS } from './ports/push-endpoint.ts';
import type { MailPort } from './ports/mail.ts';
import { openIdClient } from './ports/openid-client.ts';
import { makeWebPush } from './ports/push-web.ts';
import { openFolderStorage } from './ports/storage-folder.ts';
import { storeIdIn } from './store-id.ts';
import { makeServer, type Backwatch } from './server.ts';
import type { SignOn } from './services.ts';
import { settingsAsRead } from './settings-read.ts';
import { errorMessage } from '#server/unknown.ts';
import { VERSION } from './version.ts';

const CLOSE_MS = 4_500;
const PROGRAM = fileURLToPath(import.meta.url);
let last = { ms: 0, text: '' };
/** One request asks for it many times, and many come in the same millisecond. */
function now(): string {
  const ms = Date.now();
  if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() };
  return last.text;
}

interface Settings {
  env: Env;
  /** As an administrator may see them. */
  settings: ReadSetting[];
}

interface Started {
  server: Backwatch;
  address: string;
  unlock: () => void;
  demo: Demo | null;
}

async function start({ env, settings }: Settings): Promise<Started> {
  const folder = resolve(env.BACKWATCH_DATA);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(folder);
  const log = makeLog(env.LOG_LEVEL);
  const keys = keysIn(folder, env);
  const database = databaseOf(env);
  // Opening the database brings in what an unclean end left: this is asked first.
  const databaseFile = database === null ? null : openDatabaseFile(folder, database, PROGRAM);
  const store = await openDatabase({ folder, keys, database, url: env.DATABASE_URL });
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
    databaseFile,
    storage: await openFolderStorage(join(folder, STORE_FOLDER)),
    storeId: database === null ? storeIdIn(folder) : null,
    push,
    mail: mailOf(env, folder),
    signOn: signOnOf(env),
    keys,
    log,
    now,
    version: VERSION,
    stamp: STAMP,
    dataFolder: folder,
    settings,
    pushHosts,
    appFolder: resolve(import.meta.dirname, '../app'),
    origin: env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : null,
    trustProxy: env.TRUST_PROXY,
    tls: env.TLS_CERT && env.TLS_KEY ? { cert: readFileSync(env.TLS_CERT), key: readFileSync(env.TLS_KEY) } : null,
    heartbeatUrl: env.HEARTBEAT_URL ?? null,
    remindAfterMinutes: env.REMIND_AFTER_MINUTES,
    escalateAfterMinutes: env.ESCALATE_AFTER_MINUTES,
    lapseAfterHours: env.LAPSE_AFTER_HOURS,
  });
  if (env.ADMIN_EMAIL && env.ADMIN_PASSWORD) await firstAdministrator(server, env.ADMIN_EMAIL, env.ADMIN_PASSWORD);
  const demo = env.BACKWATCH_DEMO ? await startDemo(server.jobContext) : null;
  return { server, address: await server.listen(env.HOST, env.PORT), unlock, demo };
}

/** Without a mail server the terminal says where the newest mail lies. */
function mailOf(env: Env, folder: string): MailPort {
  const from = env.MAIL_FROM ?? 'Backwatch <backwatch@localhost>';
  if (env.SMTP_URL) return openSmtpMail({ url: env.SMTP_URL, from });
  const onStored = (path: string) => void process.stdout.write(`A mail was kept: ${path}\n`);
  return openFolderMail({ folder: join(folder, 'mail'), from, now, onStored });
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

function endOn({ server, unlock, demo }: Started): void {
  const stopLife = demo ? startLife(server.jobContext) : () => undefined;
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    // Requests that do not end in time are aborted: every acknowledged write is on disk already.
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

/** The demonstration fills what it finds with customers: it must not find the settings of a real installation. */
function readSettings(): Settings {
  const before = new Set(Object.keys(process.env));
  if (process.env['BACKWATCH_DEMO'] !== '1' && existsSync('.env')) process.loadEnvFile('.env');
  const fromDotenv = new Set(Object.keys(process.env).filter((name) => !before.has(name)));
  return { env: readEnv(process.env), settings: settingsAsRead(process.env, fromDotenv) };
}

async function serve(): Promise<void> {
  const started = await start(readSettings());
  const { server, address, demo } = started;
  endOn(started);
  process.stdout.write(`Backwatch listens on ${address}\n`);
  const token = server.services.setUpToken();
  if (token) process.stdout.write(`Make the first administrator: ${address}/auth/set-up?token=${token}\n`);
  if (demo) process.stdout.write(`${demo.sentences.join('\n')}\n`);
  process.send?.({ address, clients: demo?.clients ?? [] });
}

const [command, ...words] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
try {
  if (process.argv.includes('--version')) process.stdout.write(versionLine(VERSION));
  else if (command === undefined) await serve();
  else process.stdout.write(runCommand(command, words, () => readSettings().env));
} catch (error) {
  process.stderr.write(`${command === undefined ? 'Backwatch did not start. ' : ''}${errorMessage(error)}\n`);
  process.exit(1);
}
