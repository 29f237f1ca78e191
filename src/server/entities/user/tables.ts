// The tables of people: accounts, groups, links, and what signs in and rings.
import type * as z from 'zod/mini';
import type { User } from '#contract/user.ts';
import { bool, edited, int, json, nullable, optional, stamps, text } from '#server/query/columns.ts';
import type { Grant } from '#server/auth/permissions.ts';

type UserLanguage = Exclude<z.output<typeof User>['language'], null>;

export const user = {
  ...edited,
  email: text(),
  emailConfirmedAt: nullable(text()),
  firstName: text(),
  lastName: text(),
  mobilePhone: text(),
  timeZone: text(),
  language: nullable(text<UserLanguage>()),
  alarmEmails: bool(),
  allOrganizations: bool(),
  isDay: bool(),
  hideNames: bool(),
  readOnlyAlarms: optional(bool()),
  active: bool(),
  invitation: optional(bool()),
  passwordHash: nullable(text()),
  signInWarnedAt: optional(nullable(text())),
};

export const group = { ...edited, name: text(), permissions: json<Grant[]>() };

export const usergroup = { ...stamps, user: text(), group: text() };

export const userorg = { ...edited, user: text(), organization: text(), alarmEmails: bool() };

export const passkey = {
  ...edited,
  user: text(),
  credentialId: text(),
  publicKey: text(),
  counter: int(),
  transports: json<string[]>(),
  name: text(),
  backedUp: bool(),
  lastUsedAt: nullable(text()),
};

export const session = {
  ...stamps,
  hash: text(),
  user: text(),
  expiresAt: text(),
  lastSeenAt: text(),
  agent: text(),
  ip: text(),
  signOn: optional(nullable(text())),
  authenticatedAt: optional(nullable(text())),
};

export const device = {
  ...stamps,
  user: text(),
  name: text(),
  endpoint: text(),
  p256dh: text(),
  auth: text(),
  installId: text(),
  session: optional(nullable(text())),
  timeZone: optional(text()),
  lastSeenAt: text(),
  lastReceiptAt: nullable(text()),
  lastError: nullable(text()),
};
