// Sessions: an opaque id in a cookie, stored hashed; the actor behind it is looked up for every request.
import type { Actor } from './actor.ts';
import { hash, mac, randomToken, safeEqual } from './secrets.ts';
import { rightsOf } from './rights.ts';
import type { Store } from './store.ts';

export const SESSION_COOKIE = 'bw_session';
export const XSRF_COOKIE = 'XSRF-TOKEN';
/** The pager must not be out because a session was: ninety days, renewed by use. */
export const SESSION_DAYS = 90;
const DAY = 86_400_000;

/** An anti-forgery token `rnd.mac`, bound to the session id. */
export function makeXsrf(secret: string, sessionId: string): string {
  const random = randomToken(12);
  return `${random}.${mac(secret, `xsrf:${sessionId}:${random}`)}`;
}
export function xsrfFits(secret: string, sessionId: string, token: string): boolean {
  const [random = '', signature = ''] = token.split('.');
  return safeEqual(signature, mac(secret, `xsrf:${sessionId}:${random}`));
}

interface Found {
  actor: Actor;
  expiresAt: string;
}

/** Who is behind a session id: looked up each time, since another node or a socket may have ended it a moment ago. */
export class Sessions {
  readonly #store: Store;
  readonly #now: () => string;

  constructor(store: Store, now: () => string) {
    this.#store = store;
    this.#now = now;
  }

  async actorOf(sessionId: string): Promise<Actor | null> {
    const session = await this.#look(hash(sessionId));
    return session && session.expiresAt > this.#now() ? session.actor : null;
  }

  async #look(key: string): Promise<Found | null> {
    return this.#store.read(async (db) => {
      const row = await db
        .selectFrom('session')
        .innerJoin('user', 'user.id', 'session.user')
        .select([
          'session.expiresAt',
          'user.id',
          'user.email',
          'user.firstName',
          'user.lastName',
          'user.allOrganizations',
          'user.active',
        ])
        .where('session.id', '=', key)
        .executeTakeFirst();
      if (!row || !row['active']) return null;
      const id = String(row['id']);
      const rights = await rightsOf(db, id, row['allOrganizations'] === 1);
      const name = `${row['firstName']} ${row['lastName']}`.trim() || String(row['email']);
      return { actor: { kind: 'person', id, name, rights, sessionId: key }, expiresAt: String(row['expiresAt']) };
    });
  }
}

/** A new session for a person; answers the id to hand out. It is the caller's unit that makes it. */
export function newSession(now: string): {
  id: string;
  row: { id: string; expiresAt: string; lastSeenAt: string; createdAt: string; updatedAt: string };
} {
  const id = randomToken();
  const expiresAt = new Date(Date.parse(now) + SESSION_DAYS * DAY).toISOString();
  return { id, row: { id: hash(id), expiresAt, lastSeenAt: now, createdAt: now, updatedAt: now } };
}
