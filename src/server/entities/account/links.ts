// Links requested without a sign-in. Neither the answer nor its time reveals whether an address is known.
import { internalActor } from '#server/pipeline/actor.ts';
import type { Handlers } from '#server/pipeline/dispatch.ts';
import { callerOf } from '#server/auth/network.ts';
import { RateLimiter } from '#server/auth/rate-limiter.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { accountByEmail } from './by-email.ts';
import { type LinkPurpose, mailRequestedLink } from './mails.ts';
import type { RowOf } from '#server/db/engine.ts';

/** The user of an address, decoded; undefined where nobody active has it. */
async function activeUser(unit: Unit, email: string): Promise<RowOf<'user'> | undefined> {
  const user = await accountByEmail(unit, email);
  return user?.active ? user : undefined;
}

type Links = 'checkEmail' | 'sendResetEmail';

export function linkHandlers(services: Services): Pick<Handlers['auth'], Links> {
  // Per address that asks; how many mails one account gets is counted where its tokens are made.
  const asked = new RateLimiter(services, { name: 'mail-links.address', points: 30, seconds: 900 });
  const answering =
    (what: string, purpose: LinkPurpose): Handlers['auth'][Links] =>
    async (context, { email }) => {
      await asked.consume(callerOf(services, context.request.ip));
      services.afterwards(what, () =>
        context.write(async (unit) => {
          const user = await activeUser(unit, email);
          if (user && !(purpose === 'confirm' && user.emailConfirmedAt !== null))
            await mailRequestedLink(unit, services, user, purpose);
        }, internalActor),
      );
      return { ok: true };
    };
  return {
    checkEmail: answering('a link to confirm an address could not be sent', 'confirm'),
    sendResetEmail: answering('a link to a new password could not be sent', 'reset'),
  };
}
