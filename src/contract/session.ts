// The nouns auth, session and app: sign-in, sign-out, the first administrator, the live subscription.
import * as z from 'zod';
import { Id, Instant, call, entity, text } from './define.ts';
import { Email, Password, User } from './user.ts';

/** The signed-in user with permissions, groups and organizations. */
export const Me = User.extend({
  permissions: z.record(z.string(), z.array(z.string())),
  groupIds: z.array(Id),
  orgIds: z.array(Id),
  /** The public key for push subscriptions. */
  pushKey: z.string(),
});

/** A path of this app; rejects everything that a browser could resolve to another site. */
const OwnPath = text(2000).regex(/^\/(?![/\\])[^\s\\]*$/, 'must be a path of this site');

/** The calls of sign-in and sign-out: password, single sign-on, and the first administrator. */
export const auth = entity('auth', {
  record: Me,
  organization: null,
  calls: {
    checkUser: call({
      doc: 'Who is signed in; `user` is null for nobody, `setUp` true while there is no user at all, `signOn` the name of the provider of single sign-on.',
      method: 'GET',
      path: '/auth/check-user',
      result: z.object({
        user: Me.nullable(),
        setUp: z.boolean(),
        version: z.string(),
        signOn: z.string().nullable(),
      }),
      may: 'public',
    }),
    login: call({
      doc: 'Signs in with email and password.',
      method: 'POST',
      path: '/auth/login',
      input: z.object({ email: text(254), password: text(200) }),
      result: z.object({ user: Me }),
      may: 'public',
      errors: ['E_BAD_LOGIN', 'E_RATE'],
    }),
    logout: call({
      doc: 'Ends the session.',
      method: 'POST',
      path: '/auth/logout',
      result: z.object({ ok: z.literal(true) }),
      may: 'public',
    }),
    setUp: call({
      doc: 'Makes the first administrator, with the one-time token that the server printed.',
      method: 'POST',
      path: '/auth/set-up',
      input: z.object({
        token: text(200),
        email: Email,
        password: Password,
        firstName: text(100).default(''),
        lastName: text(100).default(''),
      }),
      result: z.object({ user: Me }),
      may: 'public',
      errors: ['E_SET_UP_DONE', 'E_TOKEN'],
    }),
    checkEmail: call({
      doc: 'Sends a new link to an address that still waits to be confirmed. Answers the same for every address.',
      method: 'POST',
      path: '/auth/check-email',
      input: z.object({ email: Email }),
      result: z.object({ ok: z.literal(true) }),
      may: 'public',
      errors: ['E_RATE'],
    }),
    sendResetEmail: call({
      doc: 'Sends a link to set a new password. Answers the same for every address.',
      method: 'POST',
      path: '/auth/send-reset-email',
      input: z.object({ email: Email }),
      result: z.object({ ok: z.literal(true) }),
      may: 'public',
      errors: ['E_RATE'],
    }),
    oauth: call({
      doc: 'Begins single sign-on: answers where the browser goes. `from` is where it wanted to be.',
      method: 'POST',
      path: '/auth/oauth',
      input: z.object({ from: OwnPath.optional() }),
      result: z.object({ url: z.string() }),
      may: 'public',
      errors: ['E_NO_SIGN_ON', 'E_STATE', 'E_PROVIDER', 'E_RATE'],
    }),
    oauthLogin: call({
      doc: 'Signs in with what the provider sent the browser back with. Works once, within ten minutes, in the browser that began.',
      method: 'POST',
      path: '/auth/oauth-login',
      input: z.object({
        state: text(200),
        code: text(4000).optional(),
        iss: text(2000).optional(),
        error: text(200).optional(),
      }),
      result: z.object({ user: Me, from: z.string().nullable() }),
      may: 'public',
      errors: [
        'E_NO_SIGN_ON',
        'E_STATE',
        'E_PROVIDER',
        'E_SIGN_ON',
        'E_EMAIL_UNVERIFIED',
        'E_NO_ACCOUNT',
        'E_DISABLED',
        'E_SUBJECT',
        'E_RATE',
      ],
    }),
    oauthLogout: call({
      doc: 'Ends the session; `url` is where one that came from single sign-on can be ended at the provider too.',
      method: 'POST',
      path: '/auth/oauth-logout',
      result: z.object({ ok: z.literal(true), url: z.string().nullable() }),
      may: 'public',
    }),
  },
});

/** One active session of the signed-in user. */
export const Session = z.object({
  id: Id,
  /** Browser and system, such as "Chrome on Android". */
  device: z.string(),
  /** The User-Agent header. */
  agent: z.string(),
  ip: z.string(),
  lastSeenAt: Instant,
  expiresAt: Instant,
  /** True for the session of the request. */
  current: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
});

/** The calls for the sessions of the signed-in user. */
export const session = entity('session', {
  record: Session,
  organization: null,
  calls: {
    list: call({
      doc: 'Where the signed-in person is signed in.',
      method: 'GET',
      path: '/session',
      result: z.array(Session),
      may: 'session',
      list: true,
    }),
    destroy: call({
      doc: 'Ends one of one’s own sessions; sockets of it hear nothing more.',
      method: 'DELETE',
      path: '/session/:id',
      input: z.object({ id: Id }),
      result: Session,
      may: 'session',
    }),
  },
});

/** The subscription to live events. It has no records. */
export const app = entity('app', {
  record: z.object({}),
  organization: null,
  calls: {
    subscribe: call({
      doc: 'Enrolls this socket for live events.',
      method: 'GET',
      path: '/app/subscribe',
      result: z.literal('OK'),
      may: 'session',
      carrier: 'socket',
    }),
    unsubscribe: call({
      doc: 'Leaves live events.',
      method: 'GET',
      path: '/app/unsubscribe',
      result: z.literal('OK'),
      may: 'public',
      carrier: 'socket',
    }),
  },
});
