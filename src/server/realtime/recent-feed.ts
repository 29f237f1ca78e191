// The `recent` event: whoever may read what just changed gets the list anew, whole. Many changes make one event.
import { shifted } from '#contract/time/calendar.ts';
import { recent } from '#contract/recent.ts';
import { recentOf } from '#server/entities/recent.ts';
import { tables } from '#server/registry.ts';
import type { Scheduler, Job } from '#server/jobs/scheduler.ts';
import type { Actor } from '#server/pipeline/actor.ts';
import type { LiveServer, LiveSocket } from '#server/transport/socket/socket-data.ts';
import { roomsFor } from '#server/transport/socket/publisher.ts';
import { hash } from '#server/auth/crypto.ts';
import type { Sessions } from '#server/auth/session.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';

/** From the first change to the event. */
const GATHER_MS = 500;
/** A round takes at most one part in this many of the time, however many people there are to tell. */
const SHARE = 10;

interface Parts {
  io: LiveServer;
  sessions: Sessions;
  now(): string;
  readAs<T>(actor: Actor, work: (unit: Unit) => Promise<T>): Promise<T>;
  scheduler: Scheduler;
}

/** Of the rooms of a socket, or of a person, what decides which part of the list is seen from there; null for none of it. */
function sightOf(rooms: Iterable<string>): string | null {
  const own = [...rooms].filter((room) => room.startsWith('backup@') || room.startsWith('alarm@'));
  return own.some((room) => room.startsWith('backup@')) ? hash(own.toSorted().join()) : null;
}

export class RecentFeed {
  readonly #parts: Parts;
  readonly #touched = new Set<string>();
  #dueAt: string | null = null;
  #gapMs = GATHER_MS;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** An event went to these rooms. */
  touch(event: string, rooms: readonly string[]): void {
    if (event !== 'backup' && event !== 'alarm') return;
    for (const room of rooms) this.#touched.add(room);
    if (this.#dueAt !== null) return;
    this.#dueAt = shifted(this.#parts.now(), this.#gapMs);
    this.#parts.scheduler.wakeBy(this.#dueAt, this.job);
  }

  readonly job: Job = {
    name: 'recent lists',
    nearest: () => Promise.resolve(this.#dueAt),
    run: async () => {
      if (this.#dueAt === null || this.#dueAt > this.#parts.now()) return 0;
      const rooms = [...this.#touched];
      this.#touched.clear();
      this.#dueAt = null;
      const begun = performance.now();
      const sent = await this.#send(rooms);
      this.#gapMs = Math.max(GATHER_MS, Math.ceil((performance.now() - begun) * SHARE));
      return sent;
    },
  };

  /** Those who are in the same rooms see the same list: it is read once for all of them. */
  async #send(touched: readonly string[]): Promise<number> {
    const groups = new Map<string, LiveSocket[]>();
    for (const socket of this.#parts.io.sockets.sockets.values()) {
      if (!touched.some((room) => socket.rooms.has(room))) continue;
      const sight = sightOf(socket.rooms);
      if (sight === null) continue;
      const alike = groups.get(sight);
      if (alike) alike.push(socket);
      else groups.set(sight, [socket]);
    }
    for (const [sight, sockets] of groups) await this.#sendToViewers(sight, sockets);
    return groups.size;
  }

  /**
   * Rights may change during the read: a viewer with exactly these rights reads, and only those who still have them
   * receive it.
   */
  async #sendToViewers(sight: string, sockets: readonly LiveSocket[]): Promise<void> {
    for (const { data } of sockets) {
      const actor = (await this.#parts.sessions.find(String(data.sessionId)))?.actor;
      if (actor?.kind !== 'person' || sightOf(roomsFor(actor, tables.values())) !== sight) continue;
      const rows = await this.#parts.readAs(actor, recentOf);
      const payload = { verb: 'updated', data: recent.calls.latest.result.parse(rows) };
      for (const socket of sockets) if (sightOf(socket.rooms) === sight) socket.emit('recent', payload);
      return;
    }
  }
}
