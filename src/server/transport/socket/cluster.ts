// The servers on one database: each sends its events to the others, and asks them about live connections.
import type { LiveServer } from './socket-data.ts';
import type { Log } from '#server/pipeline/logger.ts';
import type { Carrier } from '#server/db/engine.ts';

export class Cluster {
  readonly #io: LiveServer;
  readonly #carrier: Carrier | null;
  readonly #log: Log;
  /** The socket server's own adapter, in place until then, reaches no other server. */
  #joined = false;

  /** @param carrier null where there are no others */
  constructor(io: LiveServer, carrier: Carrier | null, log: Log) {
    this.#io = io;
    this.#carrier = carrier;
    this.#log = log;
  }

  /** Whether other servers may be on the same database, and hear this one. */
  get joined(): boolean {
    return this.#joined;
  }

  /**
   * Resolves once this server receives the others' messages.
   *
   * @param onEventsLost called when messages of others may be lost
   */
  async join(onEventsLost: () => void): Promise<void> {
    if (!this.#carrier) return;
    const failed = (error: unknown) => this.#log.failure('an event between servers was lost', error);
    const lost = () => {
      this.#log.warn('the live events of other servers were cut off', {});
      onEventsLost();
    };
    this.#io.adapter(this.#carrier.adapter({ failed, lost }));
    this.#joined = true;
    await this.#carrier.listening;
  }

  /** Emits an event on every other server, not on this one. */
  emit(event: string, payload: unknown): void {
    if (this.#joined) this.#io.serverSideEmit(event, payload);
  }

  /** Whether anybody is in the room, here or on another server; one that does not say counts as having nobody. */
  async isAnywhere(room: string): Promise<boolean> {
    if (this.#io.sockets.adapter.rooms.has(room)) return true;
    try {
      return (await this.#io.in(room).fetchSockets()).length > 0;
    } catch (error) {
      this.#log.warn('another server did not say whom it is connected to', { error: String(error) });
      return false;
    }
  }
}
