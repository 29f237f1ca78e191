// One's own account: changing what it says, its password, and asking for another address.
import { asPerson, internalActor } from '#server/pipeline/actor.ts';
import type { Handlers } from '#server/pipeline/dispatch.ts';
import { RateLimiter } from '#server/auth/rate-limiter.ts';
import { ApiError } from '#server/pipeline/errors.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { accountByEmail } from './by-email.ts';
import { mailChange, passwordChanged } from './mails.ts';
import { verifyCurrentPassword } from './reauthenticate.ts';
import { hashed } from './password.ts';
import { rotateSession } from '#server/entities/session/sign-in.ts';
import { newToken } from './token.ts';
import type { RowOf } from '#server/db/engine.ts';

const enough = () => new ApiError('E_RATE', 'Too many confirmation links were sent. Try again in an hour.', {}, 3600);

/**
 * A new email or password needs the present password. A new password ends the other sessions and gives this one another
 * id. A new email is used once a link sent to it was opened; the answer never reveals whether it is another person's
 * already.
 */
export function makeEditAccount(services: Services): Handlers['user']['editAccount'] {
  // Each change is published to everybody who sees the person.
  const edits = new RateLimiter(services, { name: 'account.user', points: 60, seconds: 900 });
  return async (context, { password, currentPassword, email, ...values }) => {
    const person = asPerson(context.actor);
    await edits.consume(person.id);
    const before = await context.read((unit) => unit.need('user', person.id), internalActor);
    const wanted = email !== undefined && email !== before.email ? email : null;
    if (password !== undefined || wanted !== null)
      await verifyCurrentPassword(services, person, before, currentPassword ?? '');
    const set = password === undefined ? values : { ...values, passwordHash: await hashed(password) };
    return context.write(async (unit) => {
      const current = await unit.need('user', person.id, 'update');
      await context.assertUnchanged(unit, current);
      const row = await unit.updateRow('user', current, set);
      if (password !== undefined) {
        await passwordChanged(unit, services, row, person.sessionId);
        await rotateSession(unit, context, person.sessionId);
      }
      if (wanted !== null) await askForAddress(unit, services, row, wanted);
      return unit.record('user', row);
    }, internalActor);
  };
}

/** Mails a link to a new address of a user, unless the address is somebody's. @throws ApiError E_RATE */
export async function askForAddress(unit: Unit, services: Services, user: RowOf<'user'>, email: string): Promise<void> {
  const secret = await newToken(unit, 'change', user.id, email);
  if (secret === null) throw enough();
  if (!(await accountByEmail(unit, email))) await mailChange(unit, services, user, email, secret);
}
