// The only reader of the environment: every setting with its meaning, its default and its rule.
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import * as z from 'zod';
import { MIN_PASSWORD } from '#contract/password.ts';
import { Keys } from './keys.ts';
import { errorMessage } from '#server/unknown.ts';
import { vapidKeysFault, vapidSubjectFault } from './ports/push-web.ts';

const flag = z
  .enum(['0', '1', 'true', 'false'])
  .default('0')
  .transform((value) => value === '1' || value === 'true');

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Tokens and secrets go there: without TLS only where nobody is between. */
function isIssuer(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || url.search || url.hash || url.username) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
}

/** Links are made of its origin: what stands behind it would be lost without a word. */
function isSite(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null;
  return /^https?:$/.test(url?.protocol ?? '') && url?.pathname === '/' && url.href === `${url.origin}/`;
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
const readable = z.string().refine(isReadable, 'must be a file that can be read').optional();

/** A host, `host:port` or `*.suffix`: what `endpointFault` understands. */
const PUSH_HOST = /^(?:\*(?:\.[\w-]+)+|(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])(?::\d{1,5})?)$/i;

const DEFAULT_CONTACT = 'https://backwatch.example.com';
/** Push services take a contact at an https address only; an http one would keep the server from starting. */
const contactOf = (env: { VAPID_SUBJECT?: string | undefined; PUBLIC_URL?: string | undefined }): string =>
  env.VAPID_SUBJECT ?? (env.PUBLIC_URL?.startsWith('https:') ? env.PUBLIC_URL : DEFAULT_CONTACT);

const Settings = z.object({
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4600).describe('Port to listen on'),
  BACKWATCH_DATA: z.string().min(1).default('./data').describe('Folder of the database, the backups and the keys'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .describe('PostgreSQL instead of the embedded database'),
  PUBLIC_URL: z
    .string()
    .refine(isSite, 'must be an http:// or https:// address with nothing behind the host and the port')
    .optional()
    .describe('Public address of the app, if it differs from the address it listens on'),
  ADMIN_EMAIL: z
    .email()
    .optional()
    .describe('Email address of the first administrator, who is created without the set-up link'),
  ADMIN_PASSWORD: z
    .string()
    .min(MIN_PASSWORD)
    .optional()
    .describe(`Password of the first administrator, at least ${MIN_PASSWORD} characters`),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/./, 'must begin with smtp:// or smtps://')
    .optional()
    .describe('Mail server with user and password; without it emails are written as files to the data folder'),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]*<)?[^\s<>@]+@[^\s<>@]+>?$/, 'must be an address, or: Name <address>')
    .optional()
    .describe('Sender of emails; required with SMTP_URL'),
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, 'must be an https address; http only on this machine')
    .optional()
    .describe('Single sign-on: the address of the OpenID Connect provider'),
  OIDC_CLIENT_ID: z.string().min(1).optional().describe('Client id of this server at the provider'),
  OIDC_CLIENT_SECRET: z.string().optional().describe('Client secret at the provider, if it issued one'),
  OIDC_NAME: z
    .string()
    .max(60)
    .optional()
    .describe('Name of the provider on the sign-in screen; default: its host name'),
  OIDC_CREATE_USERS: flag.describe('1: create an account without permissions at the first sign-in of a person'),
  TLS_CERT: readable.describe('File of the certificate, for HTTPS without a proxy'),
  TLS_KEY: readable.describe('File of its key'),
  TRUST_PROXY: flag.describe('1: trust X-Forwarded-For and X-Forwarded-Proto'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info').describe('Log level'),
  SESSION_SECRET: Keys.shape.session.optional().describe('Secret of the CSRF tokens'),
  ENCRYPTION_KEY: Keys.shape.seal.optional().describe('Key that encrypts secrets in the database'),
  SIGNING_KEY: Keys.shape.sign.optional().describe('Key that signs links and notifications'),
  VAPID_PUBLIC_KEY: Keys.shape.vapidPublic.optional().describe('Public key for push subscriptions'),
  VAPID_PRIVATE_KEY: Keys.shape.vapidPrivate.optional().describe('Private key for push messages'),
  VAPID_SUBJECT: z.string().optional().describe('Contact for push services: mailto: or https:'),
  PUSH_HOSTS: z
    .string()
    .default('')
    .transform((hosts) => hosts.split(',').flatMap((host) => host.trim() || []))
    .refine((hosts) => hosts.every((host) => PUSH_HOST.test(host)), 'must be hosts (push.example.com, *.example.com)')
    .describe('Push services allowed besides the known ones, comma-separated'),
  PUSH_CA: readable.describe('File of a certificate authority that push services may use'),
  HEARTBEAT_URL: z
    .string()
    .regex(/^https?:\/\/./, 'must begin with https:// or http://')
    .refine(URL.canParse, 'must be an address')
    .optional()
    .describe('Address of an outside watcher, called every minute while deadlines, database and senders work'),
  BACKWATCH_DEMO: flag.describe('1: fill an empty database with sample data'),
  REMIND_AFTER_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(1440)
    .default(15)
    .describe('Minutes after which an unacknowledged alarm is sent again'),
  ESCALATE_AFTER_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(1440)
    .default(30)
    .describe('Minutes after which an unacknowledged alarm is sent to everyone who may act'),
  LAPSE_AFTER_HOURS: z.coerce
    .number()
    .int()
    .min(0)
    .max(168)
    .default(4)
    .describe('Hours after which an acknowledgement lapses; 0: never'),
});

export type Env = z.output<typeof Settings> & { VAPID_SUBJECT: string };
export const settings = Settings.shape;

/** Settings that hold a secret: each may be in a file, which the setting with `_FILE` behind its name names. */
export const SECRETS = [
  'DATABASE_URL',
  'ADMIN_PASSWORD',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
  'SESSION_SECRET',
  'ENCRYPTION_KEY',
  'SIGNING_KEY',
  'VAPID_PRIVATE_KEY',
  'HEARTBEAT_URL',
] as const satisfies (keyof typeof settings)[];

/** The environment with the secrets that are in files. @throws Error with a sentence */
function withFiles(environment: Record<string, string | undefined>): Record<string, string | undefined> {
  const read: Record<string, string> = {};
  for (const name of SECRETS) {
    const file = environment[`${name}_FILE`];
    if (!file) continue;
    if (environment[name]) throw new Error(`${name} and ${name}_FILE: set one of them.`);
    if (!isReadable(file)) throw new Error(`${name}_FILE: must be a file that can be read.`);
    read[name] = readFileSync(file, 'utf8').trim();
  }
  return { ...environment, ...read };
}

/** @throws Error with one sentence for each fault */
export function readEnv(environment: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(withFiles(environment)).filter(([key, value]) => key in Settings.shape && value !== ''),
  );
  const parsed = Settings.safeParse(given);
  if (!parsed.success)
    throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}.`).join('\n'));
  const faults = faultsOf(parsed.data);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return { ...parsed.data, VAPID_SUBJECT: contactOf(parsed.data) };
}

const PAIRS = [
  ['TLS_CERT', 'TLS_KEY'],
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
] as const;

/** Returns the errors of settings that are valid one by one. */
function faultsOf(env: z.output<typeof Settings>): string[] {
  const faults: string[] = PAIRS.filter(([one, other]) => Boolean(env[one]) !== Boolean(env[other])).map(
    ([one, other]) => `${one} and ${other}: set both or neither.`,
  );
  const tls = tlsFault(env.TLS_CERT, env.TLS_KEY);
  if (tls) faults.push(`TLS_CERT and TLS_KEY: ${tls}.`);
  if (!env.OIDC_ISSUER && (env.OIDC_CLIENT_SECRET || env.OIDC_NAME || env.OIDC_CREATE_USERS))
    faults.push('OIDC_CLIENT_SECRET, OIDC_NAME and OIDC_CREATE_USERS: only together with OIDC_ISSUER.');
  if (env.SMTP_URL && !env.MAIL_FROM) faults.push('MAIL_FROM: a mail server needs it. Set the sender of mails.');
  if (env.ESCALATE_AFTER_MINUTES <= env.REMIND_AFTER_MINUTES)
    faults.push(
      `ESCALATE_AFTER_MINUTES: must be more than REMIND_AFTER_MINUTES, which is ${env.REMIND_AFTER_MINUTES}.`,
    );
  const [publicKey, privateKey] = [env.VAPID_PUBLIC_KEY, env.VAPID_PRIVATE_KEY];
  const pair = publicKey && privateKey ? vapidKeysFault({ publicKey, privateKey }) : null;
  if (pair) faults.push(`VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY: ${pair}.`);
  const contact = vapidSubjectFault(contactOf(env));
  if (contact && env.VAPID_SUBJECT) faults.push(`VAPID_SUBJECT: ${contact}.`);
  else if (contact)
    faults.push(
      `VAPID_SUBJECT: needed, since that of PUBLIC_URL will not do: ${contact}. Set it to a mailto: address.`,
    );
  return faults;
}

function tlsFault(cert: string | undefined, key: string | undefined): string | null {
  if (!cert || !key) return null;
  try {
    createSecureContext({ cert: readFileSync(cert), key: readFileSync(key) });
    return null;
  } catch (error) {
    return `not a certificate and its key (${errorMessage(error)})`;
  }
}
