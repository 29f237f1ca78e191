// Limits how often something is done under one key, by rate-limiter-flexible. See docs/decisions/0006.
import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { ApiError } from '#server/pipeline/errors.ts';
import { hash } from './crypto.ts';
import type { RateLimit } from '#server/db/engine.ts';

/** Opens the counts of a limit. */
export interface RateLimits {
  rateLimiter(limit: RateLimit): RateLimiterAbstract;
}

/** The error of one too many. */
export function rateError({ msBeforeNext }: RateLimiterRes, what = 'attempts'): ApiError {
  const wait = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new ApiError('E_RATE', `Too many ${what}. Try again in ${wait} seconds.`, {}, wait);
}

/** Counts attempts by key. A key of null is not counted. */
export class RateLimiter {
  readonly #limits: RateLimits;
  readonly #limit: RateLimit;
  #opened: RateLimiterAbstract | null = null;

  constructor(limits: RateLimits, limit: RateLimit) {
    this.#limits = limits;
    this.#limit = limit;
  }

  /** Counts one attempt before it is made: of attempts that come all at once those too many fail. @throws ApiError E_RATE */
  async consume(key: string | null): Promise<void> {
    const over = await this.exceeded(key);
    if (over) throw rateError(over);
  }

  /** As `consume`, but returns the count where it is one too many, else null. */
  async exceeded(key: string | null): Promise<RateLimiterRes | null> {
    if (key === null) return null;
    try {
      await this.#counts().consume(hash(key));
      return null;
    } catch (error) {
      if (error instanceof RateLimiterRes) return error;
      throw error;
    }
  }

  /** Takes one attempt back. */
  async refund(key: string | null): Promise<void> {
    if (key !== null) await this.#counts().reward(hash(key));
  }

  /** Takes all attempts back. */
  async reset(key: string | null): Promise<void> {
    if (key !== null) await this.#counts().delete(hash(key));
  }

  /** Keys are hashed: they hold addresses of people, and may be long. */
  #counts(): RateLimiterAbstract {
    return (this.#opened ??= this.#limits.rateLimiter(this.#limit));
  }
}
