// How often a password may be guessed: by network, and by account over all networks. An account is slowed, never locked.
import type { Request } from '#server/pipeline/dispatch.ts';
import type { KnownBrowser } from '#server/auth/known-browser.ts';
import { callerOf, callerSiteOf } from '#server/auth/network.ts';
import { RateLimiter } from '#server/auth/rate-limiter.ts';
import { ApiError } from '#server/pipeline/errors.ts';
import type { Services } from '#server/services.ts';

const QUARTER = 900;

/** One attempt to sign in with a password. */
export interface Attempt {
  email: string;
  request: Pick<Request, 'ip'>;
  /** The browser, where the user of that email signed in before; else null. */
  known: KnownBrowser | null;
}

export interface SignInLimits {
  /** Counts an attempt before its password is checked. @throws ApiError E_RATE */
  consume(attempt: Attempt): Promise<void>;
  /** The password was right: the attempt does not count. */
  refund(attempt: Attempt): Promise<void>;
}

/** @throws ApiError E_RATE */
const slowed = (seconds: number): ApiError =>
  new ApiError(
    'E_RATE',
    `Too many failed sign-ins for this account. Try again in ${seconds} seconds, use a browser in which you signed in before, a passkey, or ask for a new password.`,
    {},
    seconds,
  );

export function makeSignInLimits(services: Services): SignInLimits {
  const limiter = (name: string, points: number, seconds = QUARTER) =>
    new RateLimiter(services, { name: `sign-in.${name}`, points, seconds });
  const byAddress = limiter('address', 50);
  // Links of one provider's customer, or of many where it gives each of its phones one.
  const bySite = limiter('site', 250);
  const byAccountAndSite = limiter('account-site', 8);
  const byBrowser = limiter('browser', 8);
  const byAccount = limiter('account', 8);
  const turns = limiter('account-turn', 1, 10);

  const placeOf = ({ request: { ip } }: Attempt) => ({
    address: callerOf(services, ip),
    site: callerSiteOf(services, ip),
  });
  const ofBrowser = ({ known, email }: Attempt) => known && `${known.id} ${email}`;
  const ofSite = (site: string | null, email: string) => site && `${site} ${email}`;

  return {
    async consume(attempt) {
      const { email, known } = attempt;
      const { address, site } = placeOf(attempt);
      await (known ? byBrowser.consume(ofBrowser(attempt)) : byAccountAndSite.consume(ofSite(site, email)));
      await byAddress.consume(address);
      await bySite.consume(site);
      if (known || !(await byAccount.exceeded(email))) return;
      const over = await turns.exceeded(email);
      if (over) throw slowed(Math.max(1, Math.ceil(over.msBeforeNext / 1000)));
    },
    async refund(attempt) {
      const { email, known } = attempt;
      const { address, site } = placeOf(attempt);
      await (known ? byBrowser.reset(ofBrowser(attempt)) : byAccountAndSite.reset(ofSite(site, email)));
      await byAddress.refund(address);
      await bySite.refund(site);
      if (!known) await byAccount.refund(email);
    },
  };
}
