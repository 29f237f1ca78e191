// Jobs may change one record many times in a moment: after the first change, the others of a quarter of a second are
// one event.
import { joined, keyOf, type RecordChange } from '#server/pipeline/changes.ts';

const WINDOW_MS = 250;

interface Held {
  timer: NodeJS.Timeout;
  /** The changes that wait; null where only the window is open. */
  change: RecordChange | null;
}

export class EventThrottle {
  readonly #emit: (changes: RecordChange[]) => void;
  readonly #held = new Map<string, Held>();

  constructor(emit: (changes: RecordChange[]) => void) {
    this.#emit = emit;
  }

  /** Returns the changes of a job to publish at once; the others are published when their window ends. */
  ofJob(changes: readonly RecordChange[]): RecordChange[] {
    return changes.flatMap((change) => {
      const key = keyOf(change);
      const held = this.#held.get(key);
      const updates = change.before !== null && change.after !== null;
      if (!updates) return [...this.#release(key), change];
      if (!held) {
        this.#open(key, null);
        return change;
      }
      held.change = held.change ? joined(held.change, change) : change;
      return [];
    });
  }

  /** Returns the changes held back of these records: they are published before changes of anybody else. */
  heldOf(changes: readonly RecordChange[]): RecordChange[] {
    return changes.flatMap((change) => this.#release(keyOf(change)));
  }

  /** Publishes everything that is held back. */
  flush(): void {
    const changes = [...this.#held.keys()].flatMap((key) => this.#release(key));
    if (changes.length > 0) this.#emit(changes);
  }

  #open(key: string, change: RecordChange | null): void {
    const timer = setTimeout(() => this.#end(key), WINDOW_MS);
    timer.unref();
    this.#held.set(key, { timer, change });
  }

  #end(key: string): void {
    const changes = this.#release(key);
    if (changes.length === 0) return;
    this.#open(key, null);
    this.#emit(changes);
  }

  #release(key: string): RecordChange[] {
    const held = this.#held.get(key);
    if (!held) return [];
    clearTimeout(held.timer);
    this.#held.delete(key);
    return held.change ? [held.change] : [];
  }
}
