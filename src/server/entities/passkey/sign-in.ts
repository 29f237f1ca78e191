// Signing in with a passkey: nobody is named, the device finds the key by itself. Whatever does not fit is refused in one way.
import { internalActor } from '#server/pipeline/actor.ts';
import type { Context, Handlers } from '#server/pipeline/dispatch.ts';
import { callerOf } from '#server/auth/network.ts';
import { RateLimiter } from '#server/auth/rate-limiter.ts';
import { ApiError } from '#server/pipeline/errors.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { challengeIn, checkAssertion, handleIn, requestOptions, type Assertion } from '#server/ports/webauthn.ts';
import type { Services } from '#server/services.ts';
import { enter } from '#server/entities/session/auth.ts';
import { keepChallenge, useChallenge } from './challenge-repository.ts';
import type { RowOf } from '#server/db/engine.ts';

const late = () => new ApiError('E_BAD_LOGIN', 'This request has expired. Sign in again.');
/**
 * As for a password, the answer does not reveal whether it is unknown, removed, invalid, or its person is deactivated.
 */
const bad = () => new ApiError('E_BAD_LOGIN', 'This passkey does not belong to any account here.');

interface Proven {
  passkey: RowOf<'passkey'>;
  counter: number;
  backedUp: boolean;
}

async function prove(context: Context, services: Services, response: Assertion): Promise<Proven> {
  const challenge = challengeIn(response);
  const origin = await context.write((unit) => useChallenge(unit, challenge, null), internalActor);
  if (origin === null || challenge === null) throw late();
  const passkey = await context.read((unit) => unit.findBy('passkey', { credentialId: response.id }), internalActor);
  if (!passkey) throw bad();
  const handle = handleIn(response);
  const made = await checkAssertion(origin, challenge, response, passkey);
  if ('fault' in made || (handle !== null && handle !== passkey.user)) {
    services.log.info('a passkey did not open its account', { ...made, passkey: passkey.id });
    throw bad();
  }
  return { passkey, ...made.fits };
}

/** In the unit that begins the session: what was looked at before it may have changed. */
async function noteUse(unit: Unit, { passkey, counter, backedUp }: Proven): Promise<void> {
  const row = await unit.find('passkey', passkey.id);
  const user = row && (await unit.find('user', row.user));
  const copied = row && row.counter > 0 && counter <= row.counter;
  if (!row || !user?.active || copied) throw bad();
  await unit.updateRow('passkey', row, { counter, backedUp, lastUsedAt: unit.now });
}

export function makePasskeySignIn(services: Services): Pick<Handlers['passkey'], 'beginSignIn' | 'signIn'> {
  const begun = new RateLimiter(services, { name: 'passkey-begin.address', points: 100, seconds: 900 });
  const failed = new RateLimiter(services, { name: 'passkey.address', points: 50, seconds: 900 });
  return {
    beginSignIn: async (context) => {
      await begun.consume(callerOf(services, context.request.ip));
      const origin = services.originOf(context.request);
      const options = requestOptions(origin);
      await context.write((unit) => keepChallenge(unit, options.challenge, null, origin), internalActor);
      return options;
    },
    signIn: async (context, { response }) => {
      const ip = callerOf(services, context.request.ip);
      await failed.consume(ip);
      // Some devices send null for no handle, which the library's type does not know.
      const proven = await prove(context, services, response);
      const answer = await enter(context, services, proven.passkey.user, {
        also: (unit) => noteUse(unit, proven),
      });
      await begun.refund(ip);
      await failed.refund(ip);
      return answer;
    },
  };
}
