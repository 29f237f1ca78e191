// Counts attempts in a sliding window, in memory: for sign-in, test pushes and the like.
import { Refusal } from './refusal.ts';

const MAX_KEYS = 20_000;

/** At most `count` attempts a key in `windowSeconds`; older keys fall out first. */
export class Limit {
  readonly #attempts = new Map<string, number[]>();
  readonly #count: number;
  readonly #window: number;
  readonly #now: () => string;

  constructor(count: number, windowSeconds: number, now: () => string) {
    this.#count = count;
    this.#window = windowSeconds * 1000;
    this.#now = now;
  }

  #recent(key: string): number[] {
    const since = Date.parse(this.#now()) - this.#window;
    return (this.#attempts.get(key) ?? []).filter((at) => at > since);
  }

  /**
   * A key of null is not counted.
   *
   * @throws Refusal E_RATE with the seconds to wait
   */
  check(key: string | null): void {
    if (key === null) return;
    const recent = this.#recent(key);
    if (recent.length < this.#count) return;
    const wait = Math.max(1, Math.ceil(((recent[0] ?? 0) + this.#window - Date.parse(this.#now())) / 1000));
    throw new Refusal('E_RATE', `Too many attempts. Try again in ${wait} seconds.`, {}, wait);
  }

  add(key: string | null): void {
    if (key === null) return;
    const recent = this.#recent(key);
    recent.push(Date.parse(this.#now()));
    this.#attempts.delete(key);
    this.#attempts.set(key, recent);
    const oldest = this.#attempts.size > MAX_KEYS ? this.#attempts.keys().next().value : undefined;
    if (oldest !== undefined) this.#attempts.delete(oldest);
  }

  /** Takes the latest attempt back: it was none. */
  forgive(key: string | null): void {
    if (key === null) return;
    const recent = this.#recent(key).slice(0, -1);
    if (recent.length === 0) this.#attempts.delete(key);
    else this.#attempts.set(key, recent);
  }

  clear(key: string): void {
    this.#attempts.delete(key);
  }
}

/** Lets each key act so often in that time, evenly: what is left grows again with every moment. */
export class Rate {
  readonly #left = new Map<string, { acts: number; at: number }>();
  readonly #most: number;
  readonly #perMs: number;
  readonly #now: () => string;

  constructor(count: number, windowSeconds: number, now: () => string) {
    this.#most = count;
    this.#perMs = count / (windowSeconds * 1000);
    this.#now = now;
  }

  /** @throws Refusal E_RATE with the seconds to wait */
  take(key: string): void {
    const at = Date.parse(this.#now());
    const known = this.#left.get(key) ?? { acts: this.#most, at };
    const acts = Math.min(this.#most, known.acts + Math.max(0, at - known.at) * this.#perMs);
    const isTaken = acts >= 1;
    this.#left.delete(key);
    this.#left.set(key, { acts: isTaken ? acts - 1 : acts, at });
    const oldest = this.#left.size > MAX_KEYS ? this.#left.keys().next().value : undefined;
    if (oldest !== undefined) this.#left.delete(oldest);
    if (isTaken) return;
    // Rounding of fractions must not ask for a second more.
    const wait = Math.max(1, Math.ceil((1 - acts) / this.#perMs / 1000 - 1e-6));
    throw new Refusal('E_RATE', `Too many requests. Try again in ${wait} seconds.`, {}, wait);
  }
}
