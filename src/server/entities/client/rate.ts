// How often clients may act for one system: a client that runs wild fills neither its history nor the disk.
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateError } from '#server/auth/rate-limiter.ts';
import type { Services } from '#server/services.ts';

/** At once. A backup is up to four acts: its start, its place, its arrival, a line of the log. */
const ACTS = 1200;
const WINDOW_SECONDS = 600;
/** Always allowed, so that a client above its rate is accepted again within a second. */
const ACTS_A_SECOND = 2;

const limiters = new WeakMap<Services, BurstyRateLimiter>();

/** In memory: a client is connected to one server, and a report must not wait for one more write. */
const newLimiter = (): BurstyRateLimiter =>
  new BurstyRateLimiter(
    new RateLimiterMemory({ keyPrefix: '', points: ACTS_A_SECOND, duration: 1 }),
    new RateLimiterMemory({ keyPrefix: '', points: ACTS - ACTS_A_SECOND, duration: WINDOW_SECONDS }),
  );

/** Counts one act of a client for a system. @throws ApiError E_RATE */
export async function consumeClientAct(services: Services, system: string): Promise<void> {
  const limiter = limiters.get(services) ?? newLimiter();
  limiters.set(services, limiter);
  try {
    await limiter.consume(system);
  } catch (error) {
    throw error instanceof RateLimiterRes ? rateError(error, 'requests') : error;
  }
}
