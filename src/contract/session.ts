// The nouns auth, session and app: sign-in, sign-out, the first administrator, the live subscription.
import * as z from 'zod/mini';
import { Id, Instant, call, entity, text } from './define.ts';
import { Email, Password, User } from './user.ts';

/** The signed-in user with permissions, groups and organizations. */
export const Me = z.extend(User, {
  permissions: z.record(z.string(), z.array(z.string())),
  groupIds: z.array(Id),
  orgIds: z.array(Id),
  /** The public key for push subscriptions. */
  pushKey: z.string(),
  /** Hours until an acknowledgement lapses at the latest; 0: never. */
  lapseAfterHours: z.number(),
});

/** A path of this app; rejects everything that a browser could resolve to another site. */
const OwnPath = text(2000).check(z.regex(/^\/(?![/\\])[^\s\\]*$/, 'must be a path of this app'));

/** The reason and the time of a session’s end: not used for 90 days, ended from another device, the password or the account changed. */
const SessionEnd = z.object({ reason: z.enum(['expired', 'signedOut', 'password', 'deactivated']), at: Instant });
export type SessionEnd = z.infer<typeof SessionEnd>;

/** The calls of sign-in and sign-out: password, single sign-on, and the first administrator. */
export const auth = entity('auth', {
  record: Me,
  organization: null,
  calls: {
    checkUser: call({
      doc: 'Returns the signed-in user, or null, and why the session of this browser ended. `setUp` is true until the first administrator exists. `signOn` is the name of the single sign-on provider, or null. `version` is the software version stamp: YYYY MMDD HHmm of the build.',
      method: 'GET',
      path: '/auth/check-user',
      result: z.object({
        user: z.nullable(Me),
        /** The end of the session whose cookie asks; null while it lasts, and where nothing is known of it. */
        ended: z.nullable(SessionEnd),
        setUp: z.boolean(),
        version: z.string(),
        signOn: z.nullable(z.string()),
        /** The https address of this server; null where it is reached over http. Over http no cookie is kept there. */
        secureUrl: z.nullable(z.string()),
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
      doc: 'Ends the current session.',
      method: 'POST',
      path: '/auth/logout',
      result: z.object({ ok: z.literal(true) }),
      may: 'public',
    }),
    setUp: call({
      doc: 'Creates the first administrator. Requires the one-time token that the server prints at its first start.',
      method: 'POST',
      path: '/auth/set-up',
      input: z.object({
        token: text(200),
        email: Email,
        password: Password,
        firstName: z._default(text(100), ''),
        lastName: z._default(text(100), ''),
      }),
      result: z.object({ user: Me }),
      may: 'public',
      errors: ['E_SET_UP_DONE', 'E_TOKEN'],
    }),
    checkEmail: call({
      doc: 'Sends a new confirmation link if the address is not confirmed yet. The response is the same for every address.',
      method: 'POST',
      path: '/auth/check-email',
      input: z.object({ email: Email }),
      result: z.object({ ok: z.literal(true) }),
      may: 'public',
      errors: ['E_RATE'],
    }),
    sendResetEmail: call({
      doc: 'Sends a link to set a new password. The response is the same for every address.',
      method: 'POST',
      path: '/auth/send-reset-email',
      input: z.object({ email: Email }),
      result: z.object({ ok: z.literal(true) }),
      may: 'public',
      errors: ['E_RATE'],
    }),
    oauth: call({
      doc: 'Starts single sign-on and returns the URL of the provider. `from` is the path to open after the sign-in; `fresh` makes the provider ask the person to sign in again there, which calls with E_REAUTHENTICATE need.',
      method: 'POST',
      path: '/auth/oauth',
      input: z.object({ from: z.optional(OwnPath), fresh: z._default(z.boolean(), false) }),
      result: z.object({ url: z.string() }),
      may: 'public',
      errors: ['E_NO_SIGN_ON', 'E_STATE', 'E_PROVIDER', 'E_RATE'],
    }),
    oauthLogin: call({
      doc: 'Completes single sign-on with the parameters from the provider’s redirect. Works once, within 10 minutes, in the browser that started it.',
      method: 'POST',
      path: '/auth/oauth-login',
      input: z.object({
        state: text(200),
        code: z.optional(text(4000)),
        iss: z.optional(text(2000)),
        error: z.optional(text(200)),
      }),
      result: z.object({ user: Me, from: z.nullable(z.string()) }),
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
      doc: 'Ends the current session. For a session from single sign-on, `url` is the provider’s sign-out page.',
      method: 'POST',
      path: '/auth/oauth-logout',
      result: z.object({ ok: z.literal(true), url: z.nullable(z.string()) }),
      may: 'public',
    }),
  },
});

/** One active session of the signed-in user. */
export const Session = z.object({
  id: Id,
  /** Browser and system, such as "Chrome, Android". */
  device: z.string(),
  /** The User-Agent header. */
  agent: z.string(),
  ip: z.string(),
  lastSeenAt: Instant,
  expiresAt: Instant,
  /** Number of devices with push that end with it. */
  devices: z.number(),
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
      doc: 'Lists the active sessions of the signed-in user.',
      method: 'GET',
      path: '/session',
      result: z.array(Session),
      may: 'session',
      list: true,
    }),
    destroy: call({
      doc: 'Ends one session of the signed-in user. Its sockets stop receiving events.',
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
      doc: 'Subscribes this socket to live events.',
      method: 'GET',
      path: '/app/subscribe',
      result: z.literal('OK'),
      may: 'session',
      carrier: 'socket',
    }),
    unsubscribe: call({
      doc: 'Unsubscribes this socket from live events.',
      method: 'GET',
      path: '/app/unsubscribe',
      result: z.literal('OK'),
      may: 'public',
      carrier: 'socket',
    }),
  },
});
