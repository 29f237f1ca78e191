// Mailing the link of an invitation again.
import type { Handlers } from '#server/pipeline/dispatch.ts';
import { RateLimiter } from '#server/auth/rate-limiter.ts';
import { invalidField } from '#server/pipeline/errors.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { mailConfirmAgain } from '#server/entities/account/mails.ts';
import type { RowOf } from '#server/db/engine.ts';
import { assertCanManageUser } from './privilege-guard.ts';

/** Returns the user. @throws ApiError E_INVALID_VALUES_TO_SET where there is nothing to confirm */
async function invited(unit: Unit, id: string): Promise<RowOf<'user'>> {
  const user = await unit.need('user', id, 'update');
  await assertCanManageUser(unit, user);
  if (!user.active || user.emailConfirmedAt !== null)
    throw invalidField('E_INVALID_VALUES_TO_SET', 'id', 'must be an active user whose email is not confirmed');
  return user;
}

export function makeInvite(services: Services): Handlers['user']['invite'] {
  // A count of its own: links that anybody requests are counted for accounts, not for invitations, and E_RATE would reveal
  // which of them the user is.
  const sent = new RateLimiter(services, { name: 'invite.user', points: 3, seconds: 3600 });
  return async (context, { id }) => {
    await context.read((unit) => invited(unit, id));
    await sent.consume(id);
    await context.write(async (unit) => mailConfirmAgain(unit, services, await invited(unit, id)));
    return { ok: true };
  };
}
