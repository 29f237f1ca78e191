// Using a token that came by mail: a new password, a confirmed address, another address.
import { internalActor } from '#server/pipeline/actor.ts';
import type { Handlers } from '#server/pipeline/dispatch.ts';
import { callerOf } from '#server/auth/network.ts';
import { attributeTo } from '#server/pipeline/audit-source.ts';
import { RateLimiter } from '#server/auth/rate-limiter.ts';
import { ApiError, invalidField } from '#server/pipeline/errors.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { accountByEmail } from './by-email.ts';
import { mailOldAddress, passwordReset } from './mails.ts';
import { acceptInvitation } from './invitation.ts';
import { nameOf } from '#server/entities/reference.ts';
import { forgetIdentities } from '#server/entities/session/identity-repository.ts';
import { hashed } from './password.ts';
import { signIn } from '#server/entities/session/sign-in.ts';
import { asksPassword, findToken, type FoundToken } from './token.ts';
import { markUsed, voidTokens } from './token-repository.ts';
import type { RowOf } from '#server/db/engine.ts';

const stale = () => new ApiError('E_TOKEN', 'This link has expired or was used.');
const badPassword = (rule: string, code: 'required' | 'unknown_key') =>
  invalidField('E_INVALID_NEW_RECORD', 'password', rule, { code });

export function makeUseToken(services: Services): Handlers['user']['token'] {
  const failures = new RateLimiter(services, { name: 'token.address', points: 50, seconds: 900 });
  return async (context, { mode, token, password }) => {
    const ip = callerOf(services, context.request.ip);
    await failures.consume(ip);
    const find = async (unit: Unit) => {
      const found = await findToken(unit, token);
      return found?.mode === mode ? found : null;
    };
    const found = await context.read(find, internalActor);
    if (!found) throw stale();
    await failures.refund(ip);
    if (asksPassword(found) !== (password !== undefined))
      throw asksPassword(found)
        ? badPassword('is required', 'required')
        : badPassword('is not accepted with this link', 'unknown_key');
    const passwordHash = password === undefined ? null : await hashed(password);
    await context.write(async (unit) => {
      const again = await find(unit);
      if (!again || asksPassword(again) !== asksPassword(found) || !(await markUsed(unit, again.id))) throw stale();
      await apply(unit, services, again, passwordHash);
    }, internalActor);
    const { email } = found;
    if (passwordHash === null) return { mode, email, signedIn: false };
    return signIn(context, services, found.user.id, async (unit, { id }) => {
      if ((await unit.need('user', id)).passwordHash !== passwordHash) throw stale();
      return { mode, email, signedIn: true };
    });
  };
}

/** The person who opened the link reads mail at its address: that alone confirms the address. */
async function apply(unit: Unit, services: Services, found: FoundToken, passwordHash: string | null): Promise<void> {
  const { user, mode, email } = found;
  if (user.invitation) return acceptInvitation(unit, user);
  attributeTo(unit, { id: user.id, name: nameOf(user) });
  const values: Partial<RowOf<'user'>> = {
    emailConfirmedAt: unit.now,
    ...(passwordHash === null ? {} : { passwordHash }),
  };
  if (mode === 'change') {
    if (await accountByEmail(unit, email)) throw stale();
    values.email = email;
    await voidTokens(unit, user.id);
    await forgetIdentities(unit, user.id);
    await mailOldAddress(unit, services, user, email, true);
  }
  const row = await unit.updateRow('user', user, values);
  if (passwordHash === null) return;
  // The first password of an account is no news to the person who just chose it.
  if (user.passwordHash === null) await voidTokens(unit, user.id);
  else await passwordReset(unit, services, row);
}
