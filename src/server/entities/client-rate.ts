// How often clients may act for one system: a client that runs wild fills neither its history nor the disk.
import { Rate } from '#server/kernel/limits.ts';
import type { Services } from '#server/services.ts';

/** In ten minutes. A backup is up to four acts: its start, its place, its arrival, a line of the log. */
const ACTS = 1200;
const WINDOW_SECONDS = 600;

const rates = new WeakMap<Services, Rate>();

/** The acts of all clients by system, on this server. */
export function rateOf(services: Services): Rate {
  const rate = rates.get(services) ?? new Rate(ACTS, WINDOW_SECONDS, services.now);
  rates.set(services, rate);
  return rate;
}
