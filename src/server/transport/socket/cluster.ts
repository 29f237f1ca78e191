// The servers on one database: each sends its events to the others, and asks them about live connections.
import type { LiveServer } from './socket-data.ts';
import type { Log } from '#server/pipeline/logger.ts';
import type { EventBus } from '#server/db/engine.ts';

export class Cluster {
  readonly #io: LiveServer;
  readonly #eventBus: EventBus | null;
  readonly #log: Log;
  /** The socket server's own adapter, in place until then, reaches no other server. */
  #joined = false;

  /** @param eventBus null where there are no others */
  constructor(io: LiveServer, eventBus: EventBus | null, log: Log) {
    this.#io = io;
    this.#eventBus = eventBus;
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
    if (!this.#eventBus) return;
    const failed = (error: unknown) => this.#log.failure('an event between servers was lost', error);
    const lost = () => {
      this.#log.warn('the live events of other servers were cut off', {});
      onEventsLost();
    };
    this.#io.adapter(this.#eventBus.adapter({ failed, lost }));
    this.#joined = true;
    await this.#eventBus.listening;
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
