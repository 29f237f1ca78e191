// Deliveries on the way to push services: each device has one at a time, and a service that hangs delays only its own.
const PER_SERVICE = 20;
const MOST = 200;

/** Deliveries that go to one device, or into one person's mailbox, by way of one service. */
export interface Bound {
  to: string;
  service: string;
}

export class Flight {
  readonly #going = new Map<string, Bound & { done: Promise<void> }>();

  get isEmpty(): boolean {
    return this.#going.size === 0;
  }

  /** The recipients with a message on the way: their next one waits, so that no message overtakes another. */
  busy(): string[] {
    return [...this.#going.keys()];
  }

  /** The services that take no more for now. */
  full(): string[] {
    return [...this.#counts()].filter(([, count]) => count >= PER_SERVICE).map(([service]) => service);
  }

  /** Answers, for one more at a time, whether that service has a place for it, which it then has no more. */
  places(): (service: string) => boolean {
    const counts = this.#counts();
    let left = MOST - this.#going.size;
    return (service) => {
      const count = counts.get(service) ?? 0;
      if (left === 0 || count >= PER_SERVICE) return false;
      counts.set(service, count + 1);
      left -= 1;
      return true;
    };
  }

  #counts(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { service } of this.#going.values()) counts.set(service, (counts.get(service) ?? 0) + 1);
    return counts;
  }

  /** @param work does not reject */
  start(bound: Bound, work: () => Promise<void>, ended: () => void): void {
    const done = work().finally(() => {
      this.#going.delete(bound.to);
      ended();
    });
    this.#going.set(bound.to, { ...bound, done });
  }

  /** Over when all that is on its way now is, or null where nothing is. */
  working(): Promise<unknown> | null {
    return this.isEmpty ? null : Promise.all([...this.#going.values()].map(({ done }) => done));
  }
}
