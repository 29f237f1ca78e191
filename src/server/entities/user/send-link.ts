// Mailing a user a link: to confirm the address or accept the invitation, or to a new password.
import type { Handlers } from '#server/pipeline/dispatch.ts';
import { RateLimiter } from '#server/auth/rate-limiter.ts';
import { invalidField } from '#server/pipeline/errors.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { type LinkPurpose, mailLink } from '#server/entities/account/mails.ts';
import type { RowOf } from '#server/db/engine.ts';
import { assertCanManageUser } from './privilege-guard.ts';

const STATES: Record<LinkPurpose, string> = { confirm: 'not confirmed', reset: 'confirmed' };

/** Returns the user. @throws ApiError E_INVALID_VALUES_TO_SET where the link would serve no purpose */
async function recipient(unit: Unit, id: string, purpose: LinkPurpose): Promise<RowOf<'user'>> {
  const user = await unit.need('user', id, 'update');
  await assertCanManageUser(unit, user);
  if (!user.active || (purpose === 'confirm') === (user.emailConfirmedAt !== null))
    throw invalidField('E_INVALID_VALUES_TO_SET', 'id', `must be an active user whose email is ${STATES[purpose]}`);
  return user;
}

export function makeSendLink(services: Services): Handlers['user']['sendLink'] {
  // A count of its own: links that anybody requests are counted for accounts, not for invitations, and E_RATE would reveal
  // which of them the user is.
  const sent = new RateLimiter(services, { name: 'send-link.user', points: 3, seconds: 3600 });
  return async (context, { id, purpose }) => {
    await context.read((unit) => recipient(unit, id, purpose));
    await sent.consume(`${purpose} ${id}`);
    await context.write(async (unit) => mailLink(unit, services, await recipient(unit, id, purpose), purpose));
    return { ok: true };
  };
}
