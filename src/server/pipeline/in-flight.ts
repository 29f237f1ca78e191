// The requests that are not answered yet: at the end of the server they are, and new ones are asked to come again.
import type { Dispatch } from './dispatch.ts';
import { ApiError } from './errors.ts';

const RETRY_SECONDS = 1;
const ending = () => new ApiError('E_UNAVAILABLE', 'The server is shutting down. Try again.', {}, RETRY_SECONDS);

/** Counts open requests, so that the server can end after the last answer. */
export class InFlight {
  #open = 0;
  #closing = false;
  #drained: () => void = () => undefined;

  get closing(): boolean {
    return this.#closing;
  }

  /** The same dispatch, counted. */
  counting(dispatch: Dispatch): Dispatch {
    return async (request) => {
      if (this.#closing) {
        const refusal = ending();
        return { status: refusal.status, headers: { 'retry-after': String(RETRY_SECONDS) }, body: refusal.body() };
      }
      this.#open += 1;
      try {
        return await dispatch(request);
      } finally {
        this.#open -= 1;
        if (this.#open === 0) this.#drained();
      }
    };
  }

  /** Takes no more; resolves when all are answered, after `patienceMs` at the latest. */
  async close(patienceMs: number): Promise<void> {
    this.#closing = true;
    if (this.#open > 0) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
        timer = setTimeout(resolve, patienceMs);
      });
      clearTimeout(timer);
    }
    // The last answers go out before any connection ends.
    await new Promise((resolve) => setTimeout(resolve, FLUSH_MS));
  }
}

const FLUSH_MS = 20;
