// The composition: store, ports, entities, transports and jobs made into one server. Used by main.ts and by the tests.
import type { Cause } from '#contract/cause.ts';
import { contract } from '#contract/index.ts';
import type { ReadSetting } from '#contract/server.ts';
import { hostIn } from './addresses.ts';
import { makeActivityLog } from './entities/activity/log.ts';
import { clientActor } from './entities/client/client.ts';
import { makeHandlers, tables } from './registry.ts';
import { addressCodeRoute } from './address-code.ts';
import { docsRoutes } from './transport/http/docs-routes.ts';
import { closeServer } from './close-server.ts';
import { Cluster } from './transport/socket/cluster.ts';
import { setOwn } from './entities/alarm/installation-alarm.ts';
import { DatabaseCopies, statusOf } from './jobs/database-copies.ts';
import type { JobContext } from './jobs/context.ts';
import { Scheduler } from './jobs/scheduler.ts';
import { StoreCheck } from './jobs/store-check.ts';
import { BackgroundTasks } from './pipeline/background-tasks.ts';
import type { Actor } from './pipeline/actor.ts';
import { makeFindAnsweredRecord } from './pipeline/answered-record.ts';
import { BOUNDS, type ConnectionLimits } from './transport/connection-limits.ts';
import { InFlight } from './pipeline/in-flight.ts';
import { makeDispatch, type Dispatch, type Pipeline } from './pipeline/dispatch.ts';
import { makeInternalUnits } from './pipeline/internal-units.ts';
import { CommitSubscribers, type UnitOfWorkOptions } from './pipeline/on-commit.ts';
import { makeHttp } from './transport/http/server.ts';
import type { Log } from './pipeline/logger.ts';
import { UNKNOWN_ADDRESSES, transportSecurity } from './auth/transport-security.ts';
import { makeSocketServer, serveSockets } from './transport/socket/server.ts';
import { Sessions } from './auth/session.ts';
import { uuidv7 } from './pipeline/id.ts';
import { randomToken } from './auth/crypto.ts';
import type { Store } from './db/engine.ts';
import type { UnitHost } from './pipeline/unit-host.ts';
import { Unit } from './pipeline/unit-of-work.ts';
import type { Keys } from './keys.ts';
import { makeInstallation } from './monitoring/installation.ts';
import { jobsOf } from './jobs.ts';
import { Subscriptions, type RoomsParts } from './realtime/subscriptions.ts';
import { ActivityFeed } from './realtime/activity-feed.ts';
import { RecentFeed } from './realtime/recent-feed.ts';
import { makeNodes } from './nodes.ts';
import type { DatabaseFile } from './ports/database-file.ts';
import type { MailPort } from './ports/mail.ts';
import { OwnTroubles } from './monitoring/own-troubles.ts';
import type { PushPort } from './ports/push.ts';
import type { Storage } from './ports/storage.ts';
import { makeReadiness } from './monitoring/readiness.ts';
import type { SelfMonitor } from './monitoring/self-monitor.ts';
import type { Installation, Services, SignOn } from './services.ts';
import { storageRoutes } from './storage-routes.ts';

export interface ServerOptions {
  store: Store;
  /** Null where the database is no file of this machine. */
  databaseFile: DatabaseFile | null;
  storage: Storage;
  /** See `Services`. */
  storeId: string | null;
  push: PushPort;
  mail: MailPort;
  keys: Keys;
  log: Log;
  now(): string;
  version: string;
  /** Of the build, see stamp.ts of the contract. */
  stamp: string;
  /** Holds the database, the store and the keys. */
  dataFolder: string;
  settings: readonly ReadSetting[];
  appFolder: string | null;
  origin: string | null;
  trustProxy: boolean;
  /** Where a test waits shorter, or fills up sooner. */
  bounds?: Partial<ConnectionLimits>;
  tls: { cert: Buffer; key: Buffer } | null;
  pushHosts: readonly string[];
  signOn: SignOn | null;
  /** The address of the outside watcher's heartbeat. */
  heartbeatUrl: string | null;
  /** False for a test that moves the clock of a running server; default true. */
  noticesSleep?: boolean;
  remindAfterMinutes: number;
  escalateAfterMinutes: number;
  lapseAfterHours: number;
}

export interface Backwatch {
  services: Services;
  dispatch: Dispatch;
  jobContext: JobContext;
  scheduler: Scheduler;
  monitor: SelfMonitor;
  /** Listens; answers the address people open. */
  listen(host: string, port: number): Promise<string>;
  /** Everything that is due now, and all that answers did not wait for, has been done. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const entities = Object.values(contract);
/** The facts of the server that are known while it is composed, and change while it runs. */
interface ServerState {
  address: string;
  /** Open until the first user is there. */
  setUpToken: string | null;
}

/** Makes the server on a migrated store. Nothing runs until `listen`. */
export async function makeServer(given: ServerOptions): Promise<Backwatch> {
  const troubles = new OwnTroubles(given, given.now);
  const host: UnitHost = { tables, sendsMails: given.mail.sends };
  const options: Composed = { ...given, ...troubles.watched, bounds: { ...BOUNDS, ...given.bounds }, host };
  const { store, log, now, databaseFile } = options;
  const state: ServerState = { address: options.origin ?? '', setUpToken: await newSetUpToken(store) };
  const subscribers = new CommitSubscribers(log);
  const unitOptions = { ...host, store, now, beforeCommit: makeActivityLog(() => live.activity), subscribers };
  const units = makeInternalUnits(unitOptions);
  const sessions = new Sessions(units, now);
  const scheduler = new Scheduler(now, log);
  const afterwards = new BackgroundTasks(log);
  const node = uuidv7(Date.parse(now()));
  const live = makeLive(options, { sessions, units, scheduler, node, onUser: () => (state.setUpToken = null) });
  subscribers.subscribe('live events', (commit) => live.rooms.publish(commit));
  // These two name parts that are made below: they are called only while the server runs.
  const notifyAdministrators = (cause: Cause | null) => units.write((unit) => setOwn(unit, services, 'failed', cause));
  const copies = databaseFile && new DatabaseCopies(databaseFile, { now, log, notifyAdministrators });
  const currentTroubles = () => troubles.current({ jobContext, scheduler, copies, storeCheck });
  const installation = makeInstallation({ ...options, copies, scheduler, troubles: currentTroubles });
  const parts = { installation, state, live: live.rooms, scheduler, afterwards, node };
  const services = makeServices(options, { ...parts, storeHealth: () => storeCheck });
  const jobContext: JobContext = { services, ...units };
  const storeCheck = new StoreCheck(jobContext);
  const nodes = makeNodes(jobContext, () => live.rooms.clients());
  scheduler.add(...jobsOf(jobContext, options), nodes.job, ...live.jobs, storeCheck.job);
  if (copies) scheduler.add(copies.job);
  const facts = () => ({
    outages: troubles.outages(),
    store: storeCheck.trouble ?? 'ok',
    ...(copies ? { database: statusOf(copies.lastCheck) } : {}),
  });
  const dispatch = makeDispatch(makePipeline(options, unitOptions, sessions, services));
  const transports = createTransports(options, { dispatch, jobContext, live, scheduler, facts });
  const monitor = troubles.monitor({ jobContext, scheduler, copies, storeCheck, heartbeatUrl: options.heartbeatUrl });
  return {
    services,
    dispatch: transports.dispatch,
    jobContext,
    scheduler,
    monitor,
    async listen(host, port) {
      await live.cluster.join(() => live.rooms.onEventsLost());
      await nodes.join(live.eventBus === null);
      await transports.http.listen({ host, port });
      const bound = transports.http.server.address();
      state.address ||= `${options.tls ? 'https' : 'http'}://${hostIn(host)}:${typeof bound === 'object' && bound ? bound.port : port}`;
      scheduler.start();
      monitor.start();
      return state.address;
    },
    async idle() {
      await afterwards.idle();
      scheduler.wake();
      await scheduler.idle();
      live.rooms.flush();
    },
    close: () => closeServer({ transports, afterwards, monitor, scheduler, mail: options.mail, live, nodes, store }),
  };
}

/** The options with every limit, and what each unit knows of the server. */
type Composed = ServerOptions & { bounds: ConnectionLimits; host: UnitHost };

type LiveParts = Pick<RoomsParts, 'sessions' | 'units' | 'scheduler' | 'node' | 'onUser'>;

/** The live events: a socket server without connections, its rooms, and the way to the other servers. */
function makeLive(options: Composed, parts: LiveParts) {
  const { store, log, now } = options;
  const io = makeSocketServer(options.bounds);
  const eventBus = store.eventBus();
  const cluster = new Cluster(io, eventBus, log);
  const recent = new RecentFeed({ ...parts, io, now, readAs: makeReadAs(options) });
  const onEvent = (event: string, emittedTo: readonly string[]) => recent.touch(event, emittedTo);
  const rooms = new Subscriptions({ ...parts, io, cluster, now, log, onEvent });
  const activity = new ActivityFeed({ ...parts, io, cluster, now });
  return { io, eventBus, cluster, rooms, activity, jobs: [rooms.expiries, recent.job, activity.job] };
}

const makePipeline = (
  { store, now, log }: Composed,
  unitOptions: UnitOfWorkOptions & UnitHost,
  sessions: Sessions,
  services: Services,
): Pipeline => ({
  ...unitOptions,
  entities,
  findAnsweredRecord: makeFindAnsweredRecord(entities),
  now,
  log,
  handlers: makeHandlers(services),
  actorOf: (request) => {
    const { clientKey, sessionId, ip } = request;
    if (clientKey) return clientActor(store, request);
    return sessionId ? sessions.actorOf(sessionId, ip) : Promise.resolve(null);
  },
});

interface ServiceParts {
  installation: Installation;
  state: ServerState;
  live: Subscriptions;
  scheduler: Scheduler;
  afterwards: BackgroundTasks;
  node: string;
  storeHealth: Services['storeHealth'];
}

function makeServices(options: Composed, parts: ServiceParts): Services {
  const { now, log, stamp, storage, storeId, keys, pushHosts, signOn } = options;
  const { remindAfterMinutes, escalateAfterMinutes, lapseAfterHours } = options;
  const { installation, state, live, scheduler, afterwards, node, storeHealth } = parts;
  const escalation = { remindAfterMinutes, escalateAfterMinutes, lapseAfterHours };
  const given = { now, log, stamp, node, storage, storeId, pushHosts, signOn, installation, ...escalation };
  return {
    ...given,
    noticesSleep: options.noticesSleep ?? true,
    secrets: { session: keys.session, seal: keys.seal, sign: keys.sign, vapidPublic: keys.vapidPublic },
    storeHealth,
    origin: () => state.address,
    originOf: ({ origin }) => options.origin ?? origin ?? state.address,
    enroll: (socketId) => live.enroll(socketId),
    leave: (socketId) => live.unsubscribe(socketId),
    bindClient: (socketId, model, id) => live.bindClient(socketId, model, id),
    afterwards: (what, work) => afterwards.run(what, work),
    signalClient: (model, id, message) => live.signalClient({ model, id }, message),
    dueBy: ({ afterCommit }, moment) => void afterCommit.push(() => scheduler.wakeBy(moment)),
    setUpToken: () => state.setUpToken,
    knowsAddresses: transportSecurity(options).knowsAddresses,
    rateLimiter: (limit) => options.store.rateLimiter(limit),
  };
}

interface TransportParts {
  dispatch: Dispatch;
  jobContext: JobContext;
  live: ReturnType<typeof makeLive>;
  scheduler: Scheduler;
  /** The facts that `/readyz` reports besides readiness. */
  facts(): Record<string, unknown>;
}

function createTransports(options: Composed, parts: TransportParts) {
  const { store, trustProxy, log, bounds } = options;
  const { jobContext, scheduler, facts } = parts;
  const { io, rooms } = parts.live;
  const inFlight = new InFlight();
  const dispatch = inFlight.counting(parts.dispatch);
  const origins = options.origin ? [new URL(options.origin).origin] : [];
  const { secure, knowsAddresses } = transportSecurity(options);
  if (!knowsAddresses) log.warn(UNKNOWN_ADDRESSES, {});
  const shared = { dispatch, log, bounds, trustProxy, origins, secure };
  const http = makeHttp({
    ...shared,
    xsrfSecret: options.keys.session,
    appFolder: options.appFolder,
    tls: options.tls,
    ready: makeReadiness({
      runs: () => scheduler.runs(),
      failingJobs: () => scheduler.failingJobs(),
      reads: () => store.read((db) => db.selectFrom('organization').select('id').limit(1).execute()),
      facts,
    }),
    extra: (server) => {
      storageRoutes(server, jobContext);
      addressCodeRoute(server, jobContext.services);
      docsRoutes(server, entities, options.version);
    },
    isClosing: () => inFlight.closing,
    onSessionRotated: (from, to, ip) => rooms.onSessionRotated(from, to, ip),
  });
  serveSockets(io, {
    ...shared,
    http: http.server,
    onListRead: (socket) => rooms.onListRead(socket),
    onSessionMoved: (session) => rooms.onSessionMoved(session),
    left: (socket) => rooms.clientLeft(socket.data.client),
  });
  return { http, io, dispatch, inFlight, endMs: bounds.endMs };
}

const makeReadAs =
  ({ store, now, host }: Composed) =>
  <T>(actor: Actor, work: (unit: Unit) => Promise<T>): Promise<T> =>
    store.read((db) => work(new Unit(db, host, actor, now())));

/** Null where there is a user already. */
async function newSetUpToken(store: Store): Promise<string | null> {
  const user = await store.read((db) => db.selectFrom('user').select('id').limit(1).executeTakeFirst());
  return user ? null : randomToken(24);
}
