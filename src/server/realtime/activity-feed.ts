// The `activity` event: it carries no entry, and makes the lists of those read again who may read a new one.
import { shifted } from '#contract/time/calendar.ts';
import { readNoun, type EntryPlace } from '#server/entities/activity/activity.ts';
import type { Job, Scheduler } from '#server/jobs/scheduler.ts';
import type { Cluster } from '#server/transport/socket/cluster.ts';
import { isInScope } from '#server/transport/socket/publisher.ts';
import type { LiveServer } from '#server/transport/socket/socket-data.ts';

/** From the first entry to the event: a list that is open is read once for all entries of that time. */
const GATHER_MS = 1000;

interface Parts {
  io: LiveServer;
  cluster: Cluster;
  now(): string;
  scheduler: Scheduler;
}

export class ActivityFeed {
  readonly #parts: Parts;
  readonly #places = new Map<string, EntryPlace>();
  #dueAt: string | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.io.on('logged', (places: EntryPlace[]) => this.#touch(places));
  }

  /** Entries about records of these nouns and organizations were committed. */
  logged(places: readonly EntryPlace[]): void {
    this.#touch(places);
    this.#parts.cluster.emit('logged', places);
  }

  #touch(places: readonly EntryPlace[]): void {
    for (const place of places) this.#places.set(`${place.noun} ${place.organization}`, place);
    if (this.#dueAt !== null) return;
    this.#dueAt = shifted(this.#parts.now(), GATHER_MS);
    this.#parts.scheduler.wakeBy(this.#dueAt, this.job);
  }

  readonly job: Job = {
    name: 'activity lists',
    nearest: () => Promise.resolve(this.#dueAt),
    run: () => {
      if (this.#dueAt === null || this.#dueAt > this.#parts.now()) return Promise.resolve(0);
      const places = [...this.#places.values()];
      this.#places.clear();
      this.#dueAt = null;
      const readers = [...this.#parts.io.sockets.sockets.values()].filter(({ rooms }) =>
        places.some((place) => isReadable(rooms, place)),
      );
      for (const socket of readers) socket.emit('activity', { verb: 'created' });
      return Promise.resolve(readers.length);
    },
  };
}

/** Whether the rights behind the rooms of a socket reach an entry: the activity itself, and the record that it is about. */
const isReadable = (rooms: ReadonlySet<string>, { noun, organization }: EntryPlace): boolean =>
  isInScope(rooms, 'activity', organization) && isInScope(rooms, readNoun(noun), organization);
