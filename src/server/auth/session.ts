// Sessions: an opaque id in a cookie, stored hashed; the actor behind it is looked up for every request.
import { shifted } from '#contract/time/calendar.ts';
import type { Actor, Person } from '#server/pipeline/actor.ts';
import { uuidv7 } from '#server/pipeline/id.ts';
import { hash, mac, randomToken, safeEqual } from './crypto.ts';
import { personOf } from './permissions.ts';
import type { InternalUnits } from '#server/pipeline/internal-units.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';

/** Returns the name of the session cookie. Over TLS browsers take one of that prefix from this host and over https only. */
export const sessionCookie = (secure: boolean): string => (secure ? '__Host-bw_session' : 'bw_session');
/** The cookie that pages read and send back as `X-XSRF-TOKEN`; axios does so by itself. */
export const XSRF_COOKIE = 'XSRF-TOKEN';
/** The pager must not be out because a session was: ninety days, renewed by use. */
export const SESSION_DAYS = 90;
const DAY = 86_400_000;

/** An anti-forgery token `rnd.mac`, bound to the session id. */
export function makeXsrf(secret: string, sessionId: string): string {
  const random = randomToken(12);
  return `${random}.${mac(secret, `xsrf:${sessionId}:${random}`)}`;
}
/** Returns whether `makeXsrf` made the token for that session id. */
export function xsrfFits(secret: string, sessionId: string, token: string): boolean {
  const [random = '', signature = ''] = token.split('.');
  return safeEqual(signature, mac(secret, `xsrf:${sessionId}:${random}`));
}

/** A session that is used is noted at most this often. */
const RENEW_MS = 3_600_000;

interface Found {
  actor: Actor;
  expiresAt: string;
  lastSeenAt: string;
}

const expiry = (now: string): string => shifted(now, SESSION_DAYS * DAY);

/** Sessions with the users whose they are, of those who are not disabled. */
const activeSessions = (unit: Unit) =>
  unit
    .asInternal()
    .select('session')
    .innerJoin('user', 'user.id', 'session.user')
    .select([
      'session.id as session',
      'session.expiresAt',
      'session.lastSeenAt',
      'user.id',
      'user.email',
      'user.firstName',
      'user.lastName',
      'user.allOrganizations',
    ])
    .where('user.active', '=', 1);

/** The person of a request as of now, within the unit that asks; null where the session is over, or the person disabled. */
export async function personAgain(unit: Unit, { sessionId }: Person): Promise<Person | null> {
  const row = await activeSessions(unit).where('session.id', '=', sessionId).executeTakeFirst();
  return row && row.expiresAt > unit.now ? personOf(unit, row, sessionId) : null;
}

/** The actor of a session id, read each time: another node or socket may have ended the session a moment ago. */
export class Sessions {
  readonly #units: InternalUnits;
  readonly #now: () => string;

  constructor(units: InternalUnits, now: () => string) {
    this.#units = units;
    this.#now = now;
  }

  /** Returns the actor at address `ip`; using a session renews it. */
  async actorOf(sessionId: string, ip: string): Promise<Actor | null> {
    const found = await this.find(sessionId);
    if (!found) return null;
    if (Date.parse(this.#now()) - Date.parse(found.lastSeenAt) >= RENEW_MS) {
      // A full disk must not sign anybody out.
      await this.#renew(hash(sessionId), found.lastSeenAt, ip).catch(() => undefined);
    }
    return found.actor;
  }

  /** As `actorOf`, and when it ends; not counted as use. */
  async find(sessionId: string): Promise<Found | null> {
    const found = await this.#look(hash(sessionId));
    return found && found.expiresAt > this.#now() ? found : null;
  }

  async #renew(key: string, seen: string, ip: string): Promise<void> {
    const now = this.#now();
    const set = { lastSeenAt: now, expiresAt: expiry(now), updatedAt: now, ip };
    // No event: a session is used all the time.
    await this.#units.write(({ withoutEvents }) =>
      withoutEvents.updateTable('session').set(set).where('hash', '=', key).where('lastSeenAt', '=', seen).execute(),
    );
  }

  async #look(key: string): Promise<Found | null> {
    return this.#units.read(async (unit) => {
      const row = await activeSessions(unit).where('session.hash', '=', key).executeTakeFirst();
      if (!row) return null;
      return {
        actor: await personOf(unit, row, row.session),
        expiresAt: row.expiresAt,
        lastSeenAt: row.lastSeenAt,
      };
    });
  }
}

interface SessionRow {
  id: string;
  hash: string;
  expiresAt: string;
  lastSeenAt: string;
  /** When the person proved who they are; null where an identity provider did not say. */
  authenticatedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** A new session for a person; answers the secret id to hand out. It is the caller's unit that makes it. */
export function newSession(now: string): { id: string; row: SessionRow } {
  const id = randomToken();
  const at = { expiresAt: expiry(now), lastSeenAt: now, authenticatedAt: now, createdAt: now, updatedAt: now };
  return { id, row: { id: uuidv7(Date.parse(now)), hash: hash(id), ...at } };
}
