// Single sign-on: a browser is sent to the provider of identities, comes back, and is signed in as with a password.
import type { ParsedOf, ResultOf } from '#contract/define.ts';
import type { auth } from '#contract/session.ts';
import { shifted } from '#contract/time/calendar.ts';
import { internalActor } from '#server/pipeline/actor.ts';
import type { Context, Handlers } from '#server/pipeline/dispatch.ts';
import { callerOf } from '#server/auth/network.ts';
import { RateLimiter } from '#server/auth/rate-limiter.ts';
import { ApiError } from '#server/pipeline/errors.ts';
import { hash, seal, unseal } from '#server/auth/crypto.ts';
import { ProviderFault } from '#server/ports/openid.ts';
import type { Services, SignOn } from '#server/services.ts';
import { accountOf } from './identity.ts';
import * as z from 'zod/mini';
import { signOut, type SignOnProof } from './sign-in.ts';
import { insertSignOn, takeSignOn } from './sign-on-repository.ts';

/** Ten minutes: a second factor may have to be found first. */
const LIFE_MS = 600_000;

/** How far the clocks of provider and server may be apart. */
const SKEW_MS = 60_000;

/** The state of a sign-in while its browser is away. */
const Pending = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  from: z.nullable(z.string()),
  /** When it was begun, where the person must prove again who they are; else null. */
  freshSince: z.nullable(z.string()),
});
type Pending = z.output<typeof Pending>;

/** The answer to whoever signed in. */
type Entered = ResultOf<typeof auth.calls.login>;

/** Signs an account in, and keeps with the session by what it came. */
type Enter = (context: Context, user: string, signOn: SignOnProof) => Promise<Entered>;

const callbackOf = (services: Services): string => `${services.origin()}/auth/oauthCallback`;

function signOnOf({ signOn }: Services): SignOn {
  if (!signOn) throw new ApiError('E_NO_SIGN_ON', 'Single sign-on is not set up on this server.');
  return signOn;
}

/** Maps a failure of the provider to the error for the person; the detail is for the log. */
function refusalOf({ log, signOn }: Services, error: unknown): unknown {
  if (!(error instanceof ProviderFault)) return error;
  const name = signOn?.provider.name ?? 'The provider';
  log.warn('single sign-on failed', { fault: error.kind, detail: error.message });
  return error.kind === 'away'
    ? new ApiError('E_PROVIDER', `${name} cannot be reached or sent an unexpected response. Try again later.`)
    : new ApiError('E_SIGN_ON', `${name} did not sign you in.`);
}

async function begin(context: Context, services: Services, from: string | null, fresh: boolean): Promise<string> {
  const { provider } = signOnOf(services);
  // It is bound to the browser by the session that every visitor has, signed in or not.
  const { sessionId } = context.request;
  if (sessionId === null)
    throw new ApiError('E_STATE', 'Single sign-on requires cookies. Allow cookies for this site.');
  const { url, begun } = await provider.start(callbackOf(services), fresh).catch((error: unknown) => {
    throw refusalOf(services, error);
  });
  const pending: Pending = { ...begun, from, freshSince: fresh ? context.now() : null };
  await context.write(
    (unit) =>
      insertSignOn(unit, {
        state: hash(begun.state),
        session: hash(sessionId),
        sealed: seal(services.secrets.seal, JSON.stringify(pending)),
        expiresAt: shifted(unit.now, LIFE_MS),
      }),
    internalActor,
  );
  return url;
}

async function pendingOf(context: Context, services: Services, state: string): Promise<Pending> {
  const { sessionId } = context.request;
  const sealed =
    sessionId === null
      ? null
      : await context.write((unit) => takeSignOn(unit, hash(state), hash(sessionId)), internalActor);
  if (sealed === null) {
    const { name } = signOnOf(services).provider;
    const message = `This sign-in with ${name} was already used, took longer than 10 minutes, or was started in another browser. Sign in again.`;
    throw new ApiError('E_STATE', message);
  }
  return Pending.parse(JSON.parse(unseal(services.secrets.seal, sealed)));
}

/** An instant of the provider's clock, and never a later one than now. */
function instantOf(seconds: number | null, now: string): string | null {
  if (seconds === null) return null;
  return new Date(Math.min(seconds * 1000, Date.parse(now))).toISOString();
}

async function comeBack(
  context: Context,
  services: Services,
  enter: Enter,
  input: ParsedOf<typeof auth.calls.oauthLogin>,
) {
  const signOn = signOnOf(services);
  const { from, freshSince, ...begun } = await pendingOf(context, services, input.state);
  const callback = new URL(callbackOf(services));
  for (const [key, value] of Object.entries(input)) if (value !== undefined) callback.searchParams.set(key, value);
  const who = await signOn.provider.finish(callback, begun).catch((error: unknown) => {
    throw refusalOf(services, error);
  });
  const authenticatedAt = instantOf(who.authenticatedAt, context.now());
  if (freshSince && (authenticatedAt ?? '') < shifted(freshSince, -SKEW_MS))
    throw new ApiError('E_SIGN_ON', `${signOn.provider.name} did not confirm that you signed in again.`);
  const matching = { ...signOn, setUp: services.setUpToken() === null };
  const user = await context.write((unit) => accountOf(unit, matching, who), internalActor);
  const sealed = seal(services.secrets.seal, who.idToken);
  return { ...(await enter(context, user, { sealed, authenticatedAt })), from };
}

/** Where the session that came from single sign-on ends at the provider; null where there is none, or no such place. */
async function logoutUrl(services: Services, sealed: string | null): Promise<string | null> {
  if (sealed === null || !services.signOn) return null;
  try {
    return await services.signOn.provider.logoutUrl(unseal(services.secrets.seal, sealed));
  } catch (error) {
    // The session here is over already, which is what was asked for.
    if (error instanceof ProviderFault) refusalOf(services, error);
    else services.log.failure('the provider could not be told of a sign-out', error);
    return null;
  }
}

type SignOnHandlers = Pick<Handlers['auth'], 'oauth' | 'oauthLogin' | 'oauthLogout'>;

export function signOnHandlers(services: Services, enter: Enter): SignOnHandlers {
  // Each costs a row, or a question to the provider.
  const begins = new RateLimiter(services, { name: 'sign-on-begin.address', points: 50, seconds: 900 });
  const attempts = new RateLimiter(services, { name: 'sign-on.address', points: 50, seconds: 900 });
  return {
    oauth: async (context, { from = null, fresh }) => {
      await begins.consume(callerOf(services, context.request.ip));
      return { url: await begin(context, services, from, fresh) };
    },
    oauthLogin: async (context, input) => {
      const ip = callerOf(services, context.request.ip);
      await attempts.consume(ip);
      const entered = await comeBack(context, services, enter, input);
      await attempts.refund(ip);
      await begins.refund(ip);
      return entered;
    },
    oauthLogout: async (context) => {
      const sealed = await context.write((unit) => signOut(unit, context), internalActor);
      return { ok: true as const, url: await logoutUrl(services, sealed) };
    },
  };
}
