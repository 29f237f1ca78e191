// The composition: store, ports, entities, doors and jobs made into one server. Used by main.ts and by the tests.
import type { AddressInfo } from 'node:net';
import type { Server as HttpServer } from 'node:http';
import { contract } from '#contract/index.ts';
import { clientActor, clientLeft, rulesFor } from './entities/client.ts';
import { makeHandlers, tables } from './handlers.ts';
import { deadlineSource } from './jobs/deadlines.ts';
import { deliverySource } from './jobs/deliveries.ts';
import type { House } from './jobs/house-keeper.ts';
import { reenableSource } from './jobs/reenable.ts';
import { reminderSource } from './jobs/reminders.ts';
import { Scheduler } from './jobs/scheduler.ts';
import { house as houseActor } from './kernel/actor.ts';
import { makeDispatch, writeUnit, type Dispatch, type Kernel } from './kernel/dispatch.ts';
import { makeHttp } from './kernel/http.ts';
import { publish, roomsFor } from './kernel/live.ts';
import type { Log } from './kernel/log.ts';
import { makeSockets } from './kernel/socket.ts';
import { Sessions } from './kernel/session.ts';
import { randomToken } from './kernel/secrets.ts';
import type { Row, Store } from './kernel/store.ts';
import { Unit, type Noted } from './kernel/unit.ts';
import type { Keys } from './keys.ts';
import type { PushPort } from './ports/push.ts';
import type { Storage } from './ports/storage.ts';
import type { Services } from './services.ts';
import { storeDoor } from './store-door.ts';

export interface ServerOptions {
  store: Store;
  storage: Storage;
  push: PushPort;
  keys: Keys;
  log: Log;
  now(): string;
  version: string;
  appFolder: string | null;
  origin: string | null;
  trustProxy: boolean;
  tls: { cert: Buffer; key: Buffer } | null;
  pushHosts: readonly string[];
  remindAfterMinutes: number;
  escalateAfterMinutes: number;
}

export interface Backwatch {
  services: Services;
  dispatch: Dispatch;
  house: House;
  scheduler: Scheduler;
  /** Listens; answers the address people open. */
  listen(host: string, port: number): Promise<string>;
  close(): Promise<void>;
}

const entities = Object.values(contract);
const RIGHTS = new Set(['user', 'group', 'usergroup', 'userorg']);
const RULES = new Set(['fileset', 'system']);

/** Makes the server on a migrated store. Nothing runs until `listen`. */
export async function makeServer(options: ServerOptions): Promise<Backwatch> {
  const { store, log, now } = options;
  const sessions = new Sessions(store, now);
  const setUp = { token: (await hasUsers(store)) ? null : randomToken(24) };
  let address = options.origin ?? '';
  const kernel: Kernel = {
    store,
    tables,
    entities,
    now,
    log,
    handlers: {},
    actorOf: async (request) =>
      (await clientActor(store, request)) ?? (request.sessionId ? sessions.actorOf(request.sessionId) : null),
    published: (changes, socketId) => live.published(changes, socketId),
  };
  const house: House = {
    services: {} as Services,
    read: (work) => store.read((db) => work(open(db))),
    write: (work) => writeUnit(kernel, open, work, null),
  };
  const open = (db: Unit['db']) => new Unit(db, tables, houseActor, now());
  const services: Services = {
    now,
    log,
    version: options.version,
    storage: options.storage,
    secrets: {
      session: options.keys.session,
      seal: options.keys.seal,
      sign: options.keys.sign,
      vapidPublic: options.keys.vapidPublic,
    },
    pushHosts: options.pushHosts,
    origin: () => address,
    enroll: (socketId) => live.enroll(socketId),
    leave: (socketId) => live.leave(socketId),
    bindClient: (socketId, model, id) => live.bindClient(socketId, model, id),
    wake: () => scheduler.wake(),
    setUpToken: () => setUp.token,
    remindAfterMinutes: options.remindAfterMinutes,
    escalateAfterMinutes: options.escalateAfterMinutes,
  };
  house.services = services;
  kernel.handlers = makeHandlers(services);
  const dispatch = makeDispatch(kernel);
  const scheduler = new Scheduler(
    [
      deadlineSource(house),
      reenableSource('system', house),
      reenableSource('organization', house),
      reminderSource(house),
      deliverySource(house, options.push),
    ],
    now,
    log,
  );
  const http = makeHttp({
    dispatch,
    xsrfSecret: options.keys.session,
    appFolder: options.appFolder,
    trustProxy: options.trustProxy,
    origins: options.origin ? [new URL(options.origin).origin] : [],
    tls: options.tls,
    ready: async () =>
      scheduler.runs() &&
      (await store.read((db) => db.selectFrom('organization').select('id').limit(1).execute()), true),
    extra: (server) => storeDoor(server, services),
    rotated: (from, to) => live.rotated(from, to),
  });
  const io = makeSockets(http.server as HttpServer, {
    dispatch,
    origins: options.origin ? [new URL(options.origin).origin] : [],
    trustProxy: options.trustProxy,
    left: (socket) => live.clientLeft(socket.data.client as ClientBinding | undefined),
  });
  const live = makeLive({ io, house, sessions, onUser: () => (setUp.token = null) });
  return {
    services,
    dispatch,
    house,
    scheduler,
    async listen(host, port) {
      await http.listen({ host, port });
      const bound = http.server.address() as AddressInfo;
      address ||= `${options.tls ? 'https' : 'http'}://${host}:${bound.port}`;
      await house.write((unit) =>
        unit.db.updateTable('system').set({ connected: 0 }).where('connected', '=', 1).execute(),
      );
      scheduler.start();
      return address;
    },
    async close() {
      await scheduler.stop();
      live.closing();
      await io.close();
      await http.close();
      await store.close();
    },
  };
}

const hasUsers = (store: Store): Promise<boolean> =>
  store.read(async (db) => (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined);

interface ClientBinding {
  model: 'organization' | 'system';
  id: string;
}
interface LiveParts {
  io: ReturnType<typeof makeSockets>;
  house: House;
  sessions: Sessions;
  onUser(): void;
}

/** Rooms and events on the sockets: who is enrolled, who speaks for a client, who hears of what. */
function makeLive({ io, house, sessions, onUser }: LiveParts) {
  const shapes = new Map(
    entities.map((entity) => [entity.noun, (record: Row): Row => entity.record.parse(record) as Row]),
  );
  let open = true;
  const enroll = async (socketId: string): Promise<boolean> => {
    const socket = io.sockets.sockets.get(socketId);
    const actor = socket?.data.sessionId ? await sessions.actorOf(String(socket.data.sessionId)) : null;
    if (!socket || actor?.kind !== 'person') return false;
    const wanted = new Set(roomsFor(actor.rights, entities));
    for (const room of socket.rooms) if (room.includes('@') && !wanted.has(room)) void socket.leave(room);
    for (const room of wanted) void socket.join(room);
    socket.data.enrolled = true;
    return true;
  };
  const leave = (socketId: string): void => {
    const socket = io.sockets.sockets.get(socketId);
    if (!socket) return;
    socket.data.enrolled = false;
    for (const room of socket.rooms) if (room.includes('@')) void socket.leave(room);
  };
  const recompute = async (): Promise<void> => {
    for (const socket of io.sockets.sockets.values()) {
      if (!socket.data.enrolled) continue;
      if (!(await enroll(socket.id))) leave(socket.id);
      socket.emit('session', { verb: 'updated' });
    }
  };
  const rulesChanged = (clients: ClientBinding[]): void => {
    for (const { model, id } of clients) {
      void house
        .read((unit) => rulesFor(unit, { model, id }))
        .then((systems) => io.to(`client:${model}:${id}`).emit('client', { verb: 'filesets', systems }))
        .catch((error: unknown) => house.services.log.failure('clients could not be told of their filesets', error));
    }
  };
  return {
    enroll,
    leave,
    closing: () => (open = false),
    rotated(from: string | null, to: string | null): void {
      sessions.forget();
      for (const socket of io.sockets.sockets.values()) {
        if (from === null || socket.data.sessionId !== from) continue;
        socket.data.sessionId = to;
        if (to === null) leave(socket.id);
        else if (socket.data.enrolled) void enroll(socket.id);
      }
    },
    bindClient(socketId: string, model: ClientBinding['model'], id: string): void {
      const socket = io.sockets.sockets.get(socketId);
      if (!socket) return;
      socket.data.client = { model, id };
      void socket.join(`client:${model}:${id}`);
    },
    clientLeft(client: ClientBinding | undefined): void {
      if (!client || !open || (io.sockets.adapter.rooms.get(`client:${client.model}:${client.id}`)?.size ?? 0) > 0)
        return;
      house
        .write((unit) => clientLeft(unit, client.model, client.id))
        .catch((error: unknown) => house.services.log.failure('a client that left could not be noted', error));
    },
    published(changes: Noted[], socketId: string | null): void {
      const emitter = {
        emit(rooms: string[], event: string, payload: unknown, except: string | null) {
          (except ? io.to(rooms).except(except) : io.to(rooms)).emit(event, payload);
        },
      };
      publish(emitter, shapes, changes, socketId);
      if (changes.some(({ noun }) => noun === 'user')) onUser();
      if (changes.some(({ noun }) => RIGHTS.has(noun))) {
        sessions.forget();
        void recompute().catch((error: unknown) =>
          house.services.log.failure('rooms could not follow the rights', error),
        );
      }
      const touched = changes.filter(isRule).flatMap(ownersOf);
      if (touched.length > 0) rulesChanged(touched);
    },
  };
}

/** A backup run changes a system too; clients only need to hear of what they scan for. */
const isRule = ({ noun, before, after }: Noted): boolean =>
  RULES.has(noun) &&
  (noun === 'fileset' ||
    !before ||
    !after ||
    before['name'] !== after['name'] ||
    (!before['forceDue'] && after['forceDue'] === true));

function ownersOf({ noun, id, before, after }: Noted): ClientBinding[] {
  const record = after ?? before ?? {};
  const system = noun === 'system' ? id : String((record['system'] as Row | undefined)?.['id'] ?? '');
  return [
    { model: 'system', id: system },
    { model: 'organization', id: String(record['organizationId']) },
  ];
}
