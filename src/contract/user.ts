// The noun user: a person with an account, and the calls of the own account.
import * as z from 'zod/mini';
import { SendFault } from './cause.ts';
import { Id, Instant, Reference, call, crud, entity, patch, phone, text } from './define.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from './password.ts';
import { ADMINISTRATORS, Grant } from './permission.ts';
import { isTimeZone } from './time/calendar.ts';
import { Secret, TokenMode } from './token.ts';

const Language = z.enum(['en', 'de', 'es']);

/** A user as others see them; never a password. */
export const User = z.object({
  id: Id,
  email: z.string(),
  /** Null until a link sent to that address was opened. */
  emailConfirmedAt: z.nullable(Instant),
  firstName: z.string(),
  lastName: z.string(),
  mobilePhone: z.string(),
  /** Of pushes, mails, screens and the day shift; empty for that of the device. */
  timeZone: z.string(),
  /** For screens, mails and pushes; null for the language of the device. */
  language: z.nullable(Language),
  alarmEmails: z.boolean(),
  allOrganizations: z.boolean(),
  isDay: z.boolean(),
  hideNames: z.boolean(),
  /** Receives pushes about alarms although the permissions allow only reading them. */
  readOnlyAlarms: z.boolean(),
  active: z.boolean(),
  /** True if the rights of the user do not keep the reader from changing the user. Left out of events: it depends on the reader. */
  manageable: z.optional(z.boolean()),
  groups: z.array(Reference),
  organizations: z.array(Reference),
  /** The groups with their permissions; only if `populate` names them. */
  group: z.optional(z.array(z.extend(Reference, { permissions: z.array(Grant) }))),
  /** The organizations with the attributes of the link; only if `populate` names them. */
  organization: z.optional(
    z.array(
      z.extend(Reference, {
        active: z.boolean(),
        userorg: Id,
        alarmEmails: z.boolean(),
        /** As in the record of the link. */
        manageable: z.optional(z.boolean()),
      }),
    ),
  ),
  /** Number of devices with a push subscription. */
  devices: z.number(),
  /** Those devices by name, with the last alarm that each confirmed showing and its last failure. */
  phones: z.array(z.object({ name: z.string(), lastReceiptAt: z.nullable(Instant), lastError: z.nullable(SendFault) })),
  /**
   * Alarms of at least one organization are mailed: the address is confirmed, and `alarmEmails` is on here and in a link.
   * With `allOrganizations` no link is needed.
   */
  mailed: z.boolean(),
  /** The last use of a session that has not ended, to the hour; null for a user who is signed in nowhere. */
  lastSeenAt: z.nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
  editedAt: Instant,
});

/** Keys that people may set in their own account. */
const account = {
  firstName: z._default(text(100), ''),
  lastName: z._default(text(100), ''),
  mobilePhone: z._default(phone(), ''),
  timeZone: z._default(
    z
      .string()
      .check(
        z.refine((zone) => zone === '' || isTimeZone(zone), 'must be empty or an IANA time zone such as Europe/Berlin'),
      ),
    '',
  ),
  language: z._default(z.nullable(Language), null),
  alarmEmails: z._default(z.boolean(), true),
  isDay: z._default(z.boolean(), false),
  hideNames: z._default(z.boolean(), false),
  readOnlyAlarms: z._default(z.boolean(), false),
};

/** An email address, at most 254 characters, converted to lower case. */
export const Email = z.pipe(
  z.email('must be an email address').check(z.maxLength(254)),
  z.transform((value) => value.toLowerCase()),
);

/** A new password: 10 to 200 characters. */
export const Password = z
  .string()
  .check(
    z.minLength(MIN_PASSWORD, `must have at least ${MIN_PASSWORD} characters`),
    z.maxLength(MAX_PASSWORD, `must have at most ${MAX_PASSWORD} characters`),
  );

/** Keys that an administrator may set. */
const person = z.object({
  ...account,
  email: Email,
  allOrganizations: z._default(z.boolean(), false),
  active: z._default(z.boolean(), true),
  password: z.optional(Password),
});

/** The calls of users, and of the own account. */
export const user = entity('user', {
  record: User,
  organization: null,
  derivesFrom: ['usergroup', 'userorg', 'group', 'organization'],
  navigation: { path: '/admin/users', section: 'people' },
  calls: {
    ...crud('user', User, person, ADMINISTRATORS),
    create: call({
      doc: 'Creates one user, links it to the given organizations and puts it into the given groups, and mails it a link to confirm the address and choose a password. Only a caller with `allOrganizations` can set a password. At least one organization is required unless the caller has `allOrganizations`.',
      method: 'POST',
      path: '/user',
      input: z.extend(person, {
        organizations: z._default(z.array(Id).check(z.maxLength(1000, 'must have at most 1000 items')), []),
        groups: z._default(z.array(Id).check(z.maxLength(100, 'must have at most 100 items')), []),
      }),
      result: User,
      may: 'user.create',
      errors: ['E_REAUTHENTICATE'],
    }),
    update: call({
      doc: 'Updates the given attributes of one user. For a caller without `allOrganizations` a new email of a user who has signed in or confirmed an address takes effect once the link that is mailed to it is opened, and a password can be set once the email is confirmed.',
      method: 'PATCH',
      path: '/user/:id',
      input: patch(person),
      result: User,
      may: 'user.update',
      errors: [...ADMINISTRATORS.update, 'E_RATE'],
    }),
    unreachable: call({
      doc: 'Lists the ids of active users whom an alarm should reach and could not: no device that took its last push, and no alarm emails. Contains only users that the caller can read, at most 200.',
      method: 'GET',
      path: '/user/unreachable',
      result: z.array(Id),
      may: 'user.read',
    }),
    deactivate: call({
      doc: 'Deactivates a user: sessions, devices and API access end, the history stays. Open alarms that the user acknowledged go to the user `to`, who must be able to act on all of them, or back to everyone on call.',
      method: 'POST',
      path: '/user/:id/deactivate',
      input: z.object({ id: Id, to: z._default(z.nullable(Id), null) }),
      result: User,
      may: 'user.update',
      errors: ['E_LAST_ADMINISTRATOR'],
    }),
    sendLink: call({
      doc: 'Mails an active user a new link, at most 3 of each purpose an hour. `confirm`: it confirms the address or accepts the invitation, for an address that is not confirmed. `reset`: it leads to a new password, for one that is.',
      method: 'POST',
      path: '/user/:id/sendLink',
      input: z.object({ id: Id, purpose: z.enum(['confirm', 'reset']) }),
      result: z.object({ ok: z.literal(true) }),
      may: 'user.update',
      errors: ['E_RATE'],
    }),
    successors: call({
      doc: 'Lists the people who may act on every open alarm that a user acknowledged, for `deactivate`; those whom an alarm reaches now come first. `others` are up to 8 more who may see some of them. `alarms` is the number of these alarms.',
      method: 'GET',
      path: '/user/:id/successors',
      input: z.object({ id: Id }),
      result: z.object({
        alarms: z.number(),
        people: z.array(
          z.object({
            user: Reference,
            channels: z.array(z.enum(['push', 'mail'])),
            /** Outside the day shift. */
            offShift: z.boolean(),
          }),
        ),
        /** People to whom `deactivate` hands nothing. All of the alarms in `mayActOn`: nothing reaches that person. */
        others: z.array(z.object({ user: Reference, mayActOn: z.number() })),
        /** How many people would be notified if the alarms go back. */
        onCall: z.number(),
      }),
      may: 'user.update',
    }),
    editAccount: call({
      doc: 'Updates the account of the signed-in user. A new email address takes effect after it is confirmed by email.',
      method: 'PATCH',
      path: '/user/edit-account',
      input: z.omit(
        patch(
          z.object({
            ...account,
            email: Email,
            password: Password,
            currentPassword: z.string().check(z.maxLength(200)),
          }),
        ),
        { id: true },
      ),
      result: User,
      may: 'session',
      errors: ['E_BAD_LOGIN', 'E_RATE'],
    }),
    token: call({
      doc: 'Consumes a token that was sent by email. `mode` is the purpose: `change` confirms a new address, `confirm` confirms the address of an account, `reset` sets a new password.',
      method: 'POST',
      path: '/user/token',
      input: z.object({ mode: TokenMode, token: Secret, password: z.optional(Password) }),
      result: z.object({ mode: TokenMode, email: z.string(), signedIn: z.boolean() }),
      may: 'public',
      errors: ['E_TOKEN', 'E_RATE'],
    }),
  },
});

/** A user where another record refers to them. */
export const UserReference = z.extend(Reference, { email: z.string() });
