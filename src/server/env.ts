// The only reader of the environment: every setting with its meaning, its default and its rule.
import * as z from 'zod';
import { MIN_PASSWORD } from '#contract/password.ts';

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

const Settings = z.object({
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4600).describe('Port to listen on'),
  BACKWATCH_DATA: z.string().min(1).default('./data').describe('Folder of the database, the backups and the keys'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .describe('PostgreSQL instead of the embedded database'),
  PUBLIC_URL: z.url().optional().describe('The address people open, where it differs from the one listened on'),
  ADMIN_EMAIL: z.email().optional().describe('Makes the first administrator without the set-up link'),
  ADMIN_PASSWORD: z
    .string()
    .min(MIN_PASSWORD)
    .optional()
    .describe(`Password of that administrator, at least ${MIN_PASSWORD} characters`),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/./, 'must begin with smtp:// or smtps://')
    .optional()
    .describe('Mail server, with user and password; without it mails are kept as files in the data folder'),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]*<)?[^\s<>@]+@[^\s<>@]+>?$/, 'must be an address, or: Name <address>')
    .optional()
    .describe('Sender of mails, which a mail server needs to be told'),
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, 'must be an https address; http only on this machine')
    .optional()
    .describe('Single sign-on: the address of the OpenID Connect provider'),
  OIDC_CLIENT_ID: z.string().min(1).optional().describe('What the provider knows this server by'),
  OIDC_CLIENT_SECRET: z.string().optional().describe('and its secret, where the provider gave one'),
  OIDC_NAME: z.string().max(60).optional().describe('What people call the provider; else its host is said'),
  OIDC_CREATE_USERS: flag.describe('1: whoever it vouches for gets an account, without any right'),
  TLS_CERT: z.string().optional().describe('File of the certificate, for HTTPS without a proxy'),
  TLS_KEY: z.string().optional().describe('File of its key'),
  TRUST_PROXY: flag.describe('1: believe X-Forwarded-For and X-Forwarded-Proto'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('How much is logged'),
  VAPID_SUBJECT: z.string().optional().describe('Contact for push services: mailto: or https:'),
  PUSH_HOSTS: z.string().default('').describe('Push services allowed besides the known ones, comma-separated'),
  PUSH_CA: z.string().optional().describe('File of a certificate authority that push services may use'),
  BACKWATCH_DEMO: flag.describe('1: fill an empty database with a believable fleet'),
  REMIND_AFTER_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(1440)
    .default(15)
    .describe('An alarm nobody acknowledged is told again after this'),
  ESCALATE_AFTER_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(1440)
    .default(30)
    .describe('and to everyone who may act after this'),
});

export type Env = z.output<typeof Settings>;
export const settings = Settings.shape;

/** @throws Error with one sentence for each fault */
export function readEnv(environment: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([key, value]) => key in Settings.shape && value !== ''),
  );
  const parsed = Settings.safeParse(given);
  if (!parsed.success)
    throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}.`).join('\n'));
  const env = parsed.data;
  if (Boolean(env.TLS_CERT) !== Boolean(env.TLS_KEY)) throw new Error('TLS_CERT and TLS_KEY: set both or neither.');
  if (Boolean(env.ADMIN_EMAIL) !== Boolean(env.ADMIN_PASSWORD))
    throw new Error('ADMIN_EMAIL and ADMIN_PASSWORD: set both or neither.');
  if (Boolean(env.OIDC_ISSUER) !== Boolean(env.OIDC_CLIENT_ID))
    throw new Error('OIDC_ISSUER and OIDC_CLIENT_ID: set both or neither.');
  if (!env.OIDC_ISSUER && (env.OIDC_CLIENT_SECRET || env.OIDC_NAME || env.OIDC_CREATE_USERS))
    throw new Error('OIDC_CLIENT_SECRET, OIDC_NAME and OIDC_CREATE_USERS: only together with OIDC_ISSUER.');
  if (env.SMTP_URL && !env.MAIL_FROM) throw new Error('MAIL_FROM: a mail server needs it. Set the sender of mails.');
  return env;
}
