// The rooms of the open sockets: enrolled people, clients, and the audience of each commit.
import type { Cluster } from '#server/transport/socket/cluster.ts';
import type { Enrolled, HeldSession, LiveServer, LiveSocket } from '#server/transport/socket/socket-data.ts';
import { emitLocally, type Emission } from '#server/transport/socket/emit-locally.ts';
import { eventFormats } from './event-formats.ts';
import { sideEffectsOf, type SideEffects } from './side-effects.ts';
import { clientCame, clientLeft, rulesFor, type ClientBinding } from '#server/entities/client/client.ts';
import { tables } from '#server/registry.ts';
import type { Scheduler, Job } from '#server/jobs/scheduler.ts';
import type { InternalUnits } from '#server/pipeline/internal-units.ts';
import type { Services } from '#server/services.ts';
import type { Commit } from '#server/pipeline/on-commit.ts';
import { publish, roomsFor, type Emitter } from '#server/transport/socket/publisher.ts';
import { EventThrottle } from '#server/transport/socket/event-throttle.ts';
import { hash } from '#server/auth/crypto.ts';
import type { Sessions } from '#server/auth/session.ts';
import type { Row } from '#server/db/engine.ts';

const earlier = (a: string | null, b: string): string => (a === null || b < a ? b : a);

const expiryOf = ({ session }: Enrolled): string => session.expiresAt;

export interface RoomsParts extends Pick<Services, 'node' | 'now' | 'log'> {
  io: LiveServer;
  cluster: Cluster;
  units: InternalUnits;
  sessions: Sessions;
  scheduler: Scheduler;
  /** A user was made, changed or removed. */
  onUser(): void;
  /** An event went to everybody here who is in one of the rooms. */
  onEvent(event: string, rooms: readonly string[]): void;
}

const clientRoom = ({ model, id }: { model: string; id: string }): string => `client:${model}:${id}`;

/** Rooms and events on the sockets of one server. */
export class Subscriptions {
  readonly #parts: RoomsParts;
  readonly #pace = new EventThrottle((changes) => publish(this.#emitter, eventFormats, changes, null));
  /** Raised by whatever may take a right away: what was read before counts no more. */
  #changes = 0;
  /** The users whose rooms must be recomputed. */
  #staleUsers = new Set<string>();
  #following = false;
  #open = true;

  constructor(parts: RoomsParts) {
    this.#parts = parts;
    parts.io.on('told', (emission: Emission) => this.#emit(...emission));
    parts.io.on('committed', (sideEffects: SideEffects) => this.#follow(sideEffects));
    parts.io.on('rotated', (session: string) => this.#endSockets(session));
  }

  /** Puts one socket into the rooms of its rights, and out of all others; false when nobody is signed in on it. */
  async enroll(socketId: string): Promise<boolean> {
    const socket = this.#parts.io.sockets.sockets.get(socketId);
    const found = socket && (await this.#foundOn(socket));
    if (!socket || found?.actor.kind !== 'person') return false;
    const { actor, expiresAt } = found;
    socket.data.session = { id: actor.sessionId, user: actor.id, expiresAt } satisfies HeldSession;
    this.#parts.scheduler.wakeBy(expiresAt, this.expiries);
    const wanted = new Set(roomsFor(actor, tables.values()));
    for (const room of socket.rooms) if (room.includes('@') && !wanted.has(room)) void socket.leave(room);
    for (const room of wanted) void socket.join(room);
    socket.data.enrolled = true;
    socket.data.declined = false;
    return true;
  }

  /** Returns the session of a socket as it is when this resolves: a change during the read would find no room to leave. */
  async #foundOn({ data }: LiveSocket): Promise<Awaited<ReturnType<Sessions['find']>>> {
    for (;;) {
      const [session, changes] = [data.sessionId, this.#changes];
      const found = session ? await this.#parts.sessions.find(session) : null;
      if (session === data.sessionId && changes === this.#changes) return found;
    }
  }

  /** Clients of older servers watch by reading a list; those that left the events on purpose stay out. */
  async onListRead({ id, data }: LiveSocket): Promise<void> {
    if (!data.enrolled && !data.declined) await this.enroll(id);
  }

  leave(socketId: string): void {
    const socket = this.#parts.io.sockets.sockets.get(socketId);
    if (!socket) return;
    socket.data.enrolled = false;
    for (const room of socket.rooms) if (room.includes('@')) void socket.leave(room);
  }

  /** As `leave`, because its person wants it so. */
  unsubscribe(socketId: string): void {
    this.leave(socketId);
    const socket = this.#parts.io.sockets.sockets.get(socketId);
    if (socket) socket.data.declined = true;
  }

  /**
   * A session got a new id, or ended (`to` null), by a request from `ip`. An end reaches every socket. The new id is a secret:
   * only sockets from there go over to it, since the old one may have been put into that browser by whoever holds a socket of
   * it elsewhere.
   */
  onSessionRotated(from: string | null, to: string | null, ip: string): void {
    if (from === null) return;
    for (const socket of this.#parts.io.sockets.sockets.values()) {
      if (socket.data.sessionId !== from || (to !== null && socket.data.ip !== ip)) continue;
      socket.data.sessionId = to;
      if (to === null) this.#outOf(socket);
      else if (socket.data.enrolled) void this.#renew(socket);
    }
    this.onSessionMoved(from);
  }

  /** Sockets on any server that use the old id of a session connect again with the current cookie. */
  onSessionMoved(session: string): void {
    this.#endSockets(hash(session));
    this.#parts.cluster.emit('rotated', hash(session));
  }

  #endSockets(session: string): void {
    this.#disconnectWhere(({ data }) => data.sessionId !== null && hash(data.sessionId) === session);
  }

  bindClient(socketId: string, model: ClientBinding['model'], id: string): void {
    const socket = this.#parts.io.sockets.sockets.get(socketId);
    if (!socket) return;
    socket.data.client = { model, id };
    void socket.join(clientRoom({ model, id }));
  }

  /** Sends to the connected sockets of one client, on any server; false when there is none. */
  async signalClient(client: { model: string; id: string }, message: Row): Promise<boolean> {
    const room = clientRoom(client);
    if (!(await this.#parts.cluster.isAnywhere(room))) return false;
    this.#emitter.emit([room], 'client', message, [], null);
    return true;
  }

  /** The clients that are connected to this server. */
  clients(): ClientBinding[] {
    return [...this.#parts.io.sockets.sockets.values()]
      .map(({ data }) => data.client)
      .filter((client) => client !== undefined);
  }

  /** Events of other servers may have been lost: every client connected here connects and reads again. */
  onEventsLost(): void {
    this.#disconnectWhere(() => true);
  }

  /** A socket of a client closed; the last one of it makes it disconnected. */
  clientLeft(client: ClientBinding | undefined): void {
    if (!client || !this.#open) return;
    if ((this.#parts.io.sockets.adapter.rooms.get(clientRoom(client))?.size ?? 0) > 0) return;
    const { units, node, log } = this.#parts;
    units
      .write((unit) => clientLeft(unit, node, client))
      .catch((error: unknown) => log.failure('a client that left could not be noted', error));
  }

  /** Publishes one commit to those who may see its changes. */
  publish({ changes, excluded, job }: Commit): void {
    publish(this.#emitter, eventFormats, job ? this.#pace.ofJob(changes) : this.#pace.heldOf(changes), null);
    if (!job) publish(this.#emitter, eventFormats, changes, excluded);
    const sideEffects = sideEffectsOf(changes);
    if (!sideEffects) return;
    this.#follow(sideEffects);
    this.#parts.cluster.emit('committed', sideEffects);
  }

  /** Publishes the changes that were held back. */
  flush(): void {
    this.#pace.flush();
  }

  /** From now on clients leave because the server does. */
  closing(): void {
    this.flush();
    this.#open = false;
  }

  readonly #emitter: Emitter = {
    hasListeners: (rooms) =>
      this.#parts.cluster.joined || rooms.some((room) => this.#parts.io.sockets.adapter.rooms.has(room)),
    emit: (...emission) => {
      // Here at once, whatever becomes of the way to the others: the adapter's own emit would wait for that first.
      this.#emit(...emission);
      this.#parts.cluster.emit('told', emission);
    },
  };

  #emit(...emission: Emission): void {
    emitLocally(this.#parts.io, emission);
    this.#parts.onEvent(emission[1], emission[0]);
  }

  #follow({ users, people, ended, unbound, rules }: SideEffects): void {
    if (users) this.#parts.onUser();
    if (people.length > 0 || ended.length > 0) this.#changes += 1;
    this.#sessionsEnded(new Set(ended));
    for (const id of people) this.#staleUsers.add(id);
    if (this.#staleUsers.size > 0 && !this.#following) void this.#recompute();
    const rooms = new Set(unbound.map(clientRoom));
    if (rooms.size > 0)
      this.#disconnectWhere(({ data }) => data.client !== undefined && rooms.has(clientRoom(data.client)));
    this.#rulesChanged(rules);
  }

  /** Ends connections so that they come back by themselves, which a client that was disconnected in words does not. */
  #disconnectWhere(which: (socket: LiveSocket) => boolean): void {
    for (const socket of this.#parts.io.sockets.sockets.values()) if (which(socket)) socket.conn.close();
  }

  /** Changes during a round belong to the next one, once for each person. */
  async #recompute(): Promise<void> {
    this.#following = true;
    try {
      while (this.#staleUsers.size > 0) {
        const people = this.#staleUsers;
        this.#staleUsers = new Set();
        const theirs = this.#enrolled().filter(({ session }) => people.has(session.user));
        await Promise.all(theirs.map(({ socket }) => this.#resubscribe(socket)));
      }
    } finally {
      this.#following = false;
    }
  }

  async #resubscribe(socket: LiveSocket): Promise<void> {
    await this.#renew(socket);
    socket.emit('session', { verb: 'updated' });
  }

  /** In the rooms of the rights that its person has now. Where these cannot be read it is in none: it is to connect anew. */
  async #renew(socket: LiveSocket): Promise<void> {
    try {
      if (!(await this.enroll(socket.id))) this.leave(socket.id);
    } catch (error) {
      this.#parts.log.failure('rooms could not follow the rights', error);
      this.leave(socket.id);
      socket.conn.close();
    }
  }

  /** The sockets of ended sessions receive nothing more, and are asked to identify again. */
  #sessionsEnded(ids: ReadonlySet<string>): void {
    if (ids.size === 0) return;
    for (const socket of this.#parts.io.sockets.sockets.values()) {
      if (ids.has(socket.data.session?.id ?? '')) this.#outOf(socket);
    }
  }

  #outOf(socket: LiveSocket): void {
    this.leave(socket.id);
    socket.emit('session', { verb: 'updated' });
  }

  /** Sockets leave their rooms when their session is over, though nobody asks anything on them. */
  readonly expiries: Job = {
    name: 'sessions of sockets',
    nearest: () => Promise.resolve(this.#enrolled().map(expiryOf).reduce(earlier, null)),
    run: async () => {
      const now = this.#parts.now();
      const over = this.#enrolled().filter((one) => expiryOf(one) <= now);
      for (const { socket } of over) {
        // Used meanwhile, it lasts longer than was known here.
        if (await this.enroll(socket.id)) continue;
        this.#outOf(socket);
      }
      return over.length;
    },
  };

  #enrolled(): Enrolled[] {
    return [...this.#parts.io.sockets.sockets.values()].flatMap((socket) => {
      const { enrolled, session } = socket.data;
      return enrolled && session ? [{ socket, session }] : [];
    });
  }

  #rulesChanged(clients: ClientBinding[]): void {
    const { io, units, node, log } = this.#parts;
    for (const client of clients) {
      if (!io.sockets.adapter.rooms.has(clientRoom(client))) continue;
      void units
        .read((unit) => rulesFor(unit, client))
        .then((systems) => io.local.to(clientRoom(client)).emit('client', { verb: 'filesets', systems }))
        .then(() => units.write((unit) => clientCame(unit, node, client)))
        // It may have left meanwhile, and been noted before it was noted here.
        .then(() => this.clientLeft(client))
        .catch((error: unknown) => log.failure('clients could not be told of their filesets', error));
    }
  }
}
