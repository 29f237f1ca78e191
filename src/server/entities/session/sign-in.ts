// The beginning and the end of sessions.
import type { SessionEnd } from '#contract/session.ts';
import { internalActor, type Person } from '#server/pipeline/actor.ts';
import type { Context } from '#server/pipeline/dispatch.ts';
import { readKnownBrowser, signKnownBrowser } from '#server/auth/known-browser.ts';
import { attributeTo } from '#server/pipeline/audit-source.ts';
import { ApiError } from '#server/pipeline/errors.ts';
import { personOf } from '#server/auth/permissions.ts';
import { randomToken } from '#server/auth/crypto.ts';
import { newSession } from '#server/auth/session.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { endDevices } from '#server/entities/device/end.ts';
import { withUserEvent } from '#server/entities/device/user-events.ts';
import { deleteSession, insertSession, recordEnds, renameSession, sessionBy } from './session-repository.ts';
import type { RowOf } from '#server/db/engine.ts';

/** The columns of a session that refer to its single sign-on. */
export interface SignOnProof {
  /** The sealed ID token: it ends the session at the provider. */
  sealed: string;
  /** When the person proved who they are to the provider; null where the provider did not say. */
  authenticatedAt: string | null;
}

/**
 * Creates a new session; the former one is ended. `answer` describes the person in the same unit. `signOn` is the state
 * of single sign-on, null for a sign-in by password or passkey.
 */
export function signIn<T>(
  context: Context,
  services: Services,
  id: string,
  answer: (unit: Unit, person: Person) => Promise<T>,
  signOn: SignOnProof | null = null,
): Promise<T> {
  const { request } = context;
  const { sign } = services.secrets;
  return context.write(async (unit) => {
    const session = newSession(unit.now);
    const proof = signOn && { signOn: signOn.sealed, authenticatedAt: signOn.authenticatedAt };
    // Not noted as a change: the sockets of the old session go over to the new one.
    if (request.sessionId) await replaceSession(unit, request.sessionId, id, session.row.id);
    await insertSession(unit, { ...session.row, ...proof, user: id, agent: request.agent, ip: request.ip });
    context.answer.sessionId = session.id;
    context.answer.knownBrowser = signKnownBrowser(sign, readKnownBrowser(sign, request.knownBrowser), id);
    const user = await unit.need('user', id);
    const person = await personOf(unit, user);
    attributeTo(unit, person);
    unit.audit('user', user, 'signedIn');
    const answered = await answer(unit, person);
    if (!user.active) throw new ApiError('E_DISABLED', 'This account is disabled.');
    return answered;
  }, internalActor);
}

/** Ends the session that was there before; the devices that the same user confirmed in it belong to the new one. */
async function replaceSession(unit: Unit, secret: string, user: string, next: string): Promise<void> {
  const former = await sessionBy(unit, secret);
  if (!former) return;
  const devices = unit.unrecorded.updateTable('device').set({ session: next });
  await devices.where('user', '=', user).where('session', '=', former.id).execute();
  await deleteSession(unit, secret);
}

/** Gives the session that asks another id, and keeps all else of it. A socket, which can be handed no cookie, keeps the id too. */
export async function rotateSession(unit: Unit, { request, answer }: Context, session: string): Promise<void> {
  if (request.carrier !== 'http') return;
  const id = randomToken();
  await renameSession(unit, session, id);
  answer.sessionId = id;
}

/** Ends the session that asks; answers the sealed proof of single sign-on that it came from, else null. */
export async function signOut(unit: Unit, { request, actor, answer }: Context): Promise<string | null> {
  answer.sessionId = null;
  const secret = request.sessionId;
  if (!secret) return null;
  if (actor?.kind === 'person') unit.audit('user', await unit.need('user', actor.id), 'signedOut');
  const row = await sessionBy(unit, secret);
  // Without a last push: the person who signs out looks at the device.
  if (row) await removeDevices(unit, row);
  await deleteSession(unit, secret);
  return row?.signOn ?? null;
}

async function removeDevices(unit: Unit, { id, user }: Pick<RowOf<'session'>, 'id' | 'user'>): Promise<void> {
  const ofSession = unit.asInternal().select('device').select('id').where('user', '=', user).where('session', '=', id);
  const devices = await ofSession.execute();
  if (devices.length === 0) return;
  await withUserEvent(unit, user, async () => {
    for (const device of devices) await unit.asInternal().remove('device', device.id);
  });
}

/**
 * Ends every session of a user but one, with the devices of all others, and returns the number of those devices. Each session
 * is noted: its sockets hear nothing more. `except` is the id of the session that stays, null for none.
 */
export async function endSessions(
  unit: Unit,
  services: Services,
  user: string,
  { reason, except }: { reason: SessionEnd['reason']; except: string | null },
): Promise<number> {
  const rows = await unit.asInternal().select('session').select(['id', 'hash']).where('user', '=', user).execute();
  const ending = rows.filter(({ id }) => id !== except);
  await recordEnds(
    unit,
    ending.map((row) => row.hash),
    { reason, at: unit.now },
  );
  for (const { id } of ending) await unit.asInternal().remove('session', id);
  return endDevices(unit, services, user, except);
}
