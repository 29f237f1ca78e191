// Time as the client sees it: injectable, so that a test may own it.

/** `now` in milliseconds since 1970; `wait` resolves after `ms`, or at once when `signal` aborts. Never rejects. */
export type Clock = {
  now: () => number;
  wait: (ms: number, signal?: AbortSignal) => Promise<void>;
};

export const realClock: Clock = {
  now: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener('abort', end, { once: true });
    }),
};

/** A signal between loops; `wait` resolves after `notify` since the last wait, after `ms`, or on abort. */
export type Notifier = {
  notify: () => void;
  wait: (clock: Clock, ms: number | null, signal: AbortSignal) => Promise<void>;
};

export function makeNotifier(): Notifier {
  let isNotified = false;
  let wake = () => {};
  return {
    notify() {
      isNotified = true;
      wake();
    },
    async wait(clock, ms, signal) {
      if (!isNotified && !signal.aborted) {
        const over = new AbortController();
        await Promise.race([
          new Promise<void>((resolve) => {
            wake = resolve;
            signal.addEventListener('abort', () => resolve(), { once: true, signal: over.signal });
          }),
          ...(ms === null ? [] : [clock.wait(ms, over.signal)]),
        ]);
        over.abort();
      }
      isNotified = false;
    },
  };
}

/** How long to wait before try number `tries` (from 0): 1 s doubling to 60 s, less up to half by chance. */
export function retryDelay(tries: number, random: () => number = Math.random): number {
  const full = Math.min(60_000, 1000 * 2 ** Math.min(tries, 6));
  return Math.round(full * (1 - random() / 2));
}

/** So many tries in a row come quickly: of servers behind one address one may be gone, and another answers. */
const QUICK_TRIES = 8;

/** As `retryDelay`, before try number `tries` to connect: at most 2 s at first, so that a lost server costs seconds. */
export const reconnectDelay = (tries: number, random?: () => number): number =>
  retryDelay(tries <= QUICK_TRIES ? Math.min(tries, 1) : tries - QUICK_TRIES, random);
