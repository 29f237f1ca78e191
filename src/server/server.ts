// The composition: store, ports, entities, doors and jobs made into one server. Used by main.ts and by the tests.
import { contract } from '#contract/index.ts';
import type { ReadSetting } from '#contract/server.ts';
import { hostIn } from './addresses.ts';
import { logActivity } from './entities/activity-log.ts';
import { clientActor } from './entities/client.ts';
import { makeHandlers, tables } from './handlers.ts';
import { docsDoor } from './transport/http/docs-routes.ts';
import { closeServer } from './close-server.ts';
import { Cluster } from './transport/socket/cluster.ts';
import { copiesOf } from './copies.ts';
import { type DatabaseCopies, statusOf } from './jobs/database-copies.ts';
import type { JobContext } from './jobs/context.ts';
import { Scheduler, type Source } from './jobs/scheduler.ts';
import { StoreCheck } from './jobs/store-check.ts';
import { BackgroundTasks } from './pipeline/background-tasks.ts';
import { internalActor, type Actor } from './pipeline/actor.ts';
import { makeFindAnsweredRecord } from './pipeline/answered-record.ts';
import { BOUNDS, type ConnectionLimits } from './transport/connection-limits.ts';
import { InFlight } from './pipeline/in-flight.ts';
import { makeDispatch, writeUnit, type Dispatch, type Pipeline } from './pipeline/dispatch.ts';
import { makeHttp } from './transport/http/server.ts';
import type { Log } from './pipeline/logger.ts';
import { UNKNOWN_ADDRESSES, transportSecurity } from './auth/transport-security.ts';
import { makeSockets } from './transport/socket/server.ts';
import { Sessions } from './auth/session.ts';
import { uuidv7 } from './pipeline/id.ts';
import { randomToken } from './auth/crypto.ts';
import type { Store } from './db/engine.ts';
import { Unit } from './pipeline/unit-of-work.ts';
import type { Keys } from './keys.ts';
import { makeInstallation } from './installation.ts';
import { sourcesOf } from './job-sources.ts';
import { LiveRooms } from './subscriptions.ts';
import { RecentLists } from './recent-feed.ts';
import { makeNodes } from './nodes.ts';
import type { DatabaseFile } from './ports/database-file.ts';
import type { MailPort } from './ports/mail.ts';
import { OwnTroubles } from './own-troubles.ts';
import type { PushPort } from './ports/push.ts';
import type { Storage } from './ports/storage.ts';
import { makeReadiness } from './readiness.ts';
import type { SelfMonitor } from './self-monitor.ts';
import type { Installation, Services, SignOn } from './services.ts';
import { storeDoor } from './storage-routes.ts';

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
  /** Where an outside watcher hears that all is well. */
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
/** What is known of the server while it is put together, and changes while it runs. */
interface Standing {
  address: string;
  /** Open until the first user is there. */
  setUpToken: string | null;
}

/** The parts that are made after those which use them. */
interface Later {
  live: LiveRooms;
  scheduler: Scheduler;
  copies: DatabaseCopies | null;
  storeCheck: StoreCheck;
  troubles: OwnTroubles;
}

/** Makes the server on a migrated store. Nothing runs until `listen`. */
export async function makeServer(given: ServerOptions): Promise<Backwatch> {
  const troubles = new OwnTroubles(given, given.now);
  const options = { ...given, ...troubles.watched };
  const { store, log, now } = options;
  const sessions = new Sessions(store, now);
  const standing: Standing = {
    address: options.origin ?? '',
    setUpToken: (await hasUsers(store)) ? null : randomToken(24),
  };
  const onUser = () => (standing.setUpToken = null);
  const pipeline = makePipeline(options, sessions, (changes, by) => live.published(changes, by));
  const afterwards = new BackgroundTasks(log);
  const later = () => ({ jobContext, live, scheduler, copies, storeCheck, troubles, afterwards });
  const installation = makeInstallation(options, troubles, later);
  const services = makeServices({ ...options, installation }, standing, later);
  const jobContext = makeJobContext(pipeline, services);
  pipeline.handlers = makeHandlers(services);
  const [copies, storeCheck] = [copiesOf(options, jobContext), new StoreCheck(jobContext)];
  const doors = openDoors(options, makeDispatch(pipeline), jobContext, later);
  const [{ http, io, dispatch }, carrier] = [doors, store.carrier()];
  const cluster = new Cluster(io, carrier, log);
  const wakeBy = (moment: string, source: Source) => scheduler.wakeBy(moment, source);
  const recent = new RecentLists({ io, sessions, now, readAs: makeReadAs(options), wakeBy });
  const onEvent = (event: string, rooms: readonly string[]) => recent.touch(event, rooms);
  const live = new LiveRooms({ io, cluster, jobContext, sessions, onUser, onEvent, wakeBy });
  const nodes = makeNodes(jobContext, () => live.clients());
  const own = [nodes.source, live.expiries, recent.source, storeCheck.source, ...(copies ? [copies.source] : [])];
  const scheduler = new Scheduler([...sourcesOf(jobContext, options), ...own], now, log);
  const monitor = troubles.monitor({ jobContext, scheduler, copies, storeCheck, heartbeatUrl: options.heartbeatUrl });
  return {
    services,
    dispatch,
    jobContext,
    scheduler,
    monitor,
    async listen(host, port) {
      await cluster.join(() => live.missed());
      await nodes.join(carrier === null);
      await http.listen({ host, port });
      const bound = http.server.address();
      standing.address ||= `${options.tls ? 'https' : 'http'}://${hostIn(host)}:${typeof bound === 'object' && bound ? bound.port : port}`;
      scheduler.start();
      monitor.start();
      return standing.address;
    },
    async idle() {
      await afterwards.idle();
      scheduler.wake();
      await scheduler.idle();
      live.flush();
    },
    close: () =>
      closeServer({ doors, afterwards, monitor, scheduler, mail: options.mail, live, nodes, carrier, store }),
  };
}

/** Without its handlers: they need the services, which need it. */
const makePipeline = (
  { store, now, log }: ServerOptions,
  sessions: Sessions,
  published: Pipeline['published'],
): Pipeline => ({
  store,
  tables,
  entities,
  findAnsweredRecord: makeFindAnsweredRecord(entities),
  now,
  log,
  handlers: {},
  actorOf: (request) => {
    const { clientKey, sessionId, ip } = request;
    if (clientKey) return clientActor(store, request);
    return sessionId ? sessions.actorOf(sessionId, ip) : Promise.resolve(null);
  },
  committing: logActivity,
  published,
});

function makeServices(
  options: ServerOptions & { installation: Installation },
  standing: Standing,
  later: () => Later & { afterwards: BackgroundTasks },
): Services {
  const { now, log, stamp, storage, storeId, keys, pushHosts, signOn, installation } = options;
  const { remindAfterMinutes, escalateAfterMinutes, lapseAfterHours } = options;
  const node = uuidv7(Date.parse(now()));
  const escalation = { remindAfterMinutes, escalateAfterMinutes, lapseAfterHours };
  const given = { now, log, stamp, node, storage, storeId, pushHosts, signOn, installation, ...escalation };
  return {
    ...given,
    noticesSleep: options.noticesSleep ?? true,
    secrets: { session: keys.session, seal: keys.seal, sign: keys.sign, vapidPublic: keys.vapidPublic },
    storeHealth: () => later().storeCheck,
    origin: () => standing.address,
    originOf: ({ origin }) => options.origin ?? origin ?? standing.address,
    enroll: (socketId) => later().live.enroll(socketId),
    leave: (socketId) => later().live.unsubscribe(socketId),
    bindClient: (socketId, model, id) => later().live.bindClient(socketId, model, id),
    afterwards: (what, work) => later().afterwards.run(what, work),
    signalClient: (model, id, message) => later().live.signalClient({ model, id }, message),
    dueBy: ({ afterCommit }, moment) => void afterCommit.push(() => later().scheduler.wakeBy(moment)),
    setUpToken: () => standing.setUpToken,
    knowsAddresses: transportSecurity(options).knowsAddresses,
    rateLimiter: (limit) => options.store.rateLimiter(limit),
  };
}

function makeJobContext(pipeline: Pipeline, services: Services): JobContext {
  const open = (db: Unit['db']) => new Unit(db, tables, internalActor, pipeline.now());
  return {
    services,
    read: (work) => pipeline.store.read((db) => work(open(db))),
    write: (work) => writeUnit(pipeline, open, work, () => null),
  };
}

function openDoors(options: ServerOptions, uncounted: Dispatch, jobContext: JobContext, later: () => Later) {
  const { store, trustProxy, log } = options;
  const bounds = { ...BOUNDS, ...options.bounds };
  const inFlight = new InFlight();
  const dispatch = inFlight.counting(uncounted);
  const origins = options.origin ? [new URL(options.origin).origin] : [];
  const { secure, knowsAddresses } = transportSecurity(options);
  if (!knowsAddresses) log.warn(UNKNOWN_ADDRESSES, {});
  const http = makeHttp({
    dispatch,
    log,
    bounds,
    trustProxy,
    origins,
    secure,
    xsrfSecret: options.keys.session,
    appFolder: options.appFolder,
    tls: options.tls,
    ready: makeReadiness({
      runs: () => later().scheduler.runs(),
      reads: () => store.read((db) => db.selectFrom('organization').select('id').limit(1).execute()),
      facts: () => {
        const { copies, storeCheck, troubles } = later();
        const outages = troubles.outages();
        return {
          outages,
          store: storeCheck.trouble ?? 'ok',
          ...(copies ? { database: statusOf(copies.lastCheck) } : {}),
        };
      },
    }),
    extra: (server) => {
      storeDoor(server, jobContext);
      docsDoor(server, entities, options.version);
    },
    isClosing: () => inFlight.closing,
    rotated: (from, to, ip) => later().live.rotated(from, to, ip),
  });
  const io = makeSockets(http.server, {
    dispatch,
    log,
    bounds,
    trustProxy,
    origins,
    secure,
    listed: (socket) => later().live.listed(socket),
    moved: (session) => later().live.moved(session),
    left: (socket) => later().live.clientLeft(socket.data.client),
  });
  return { http, io, dispatch, inFlight, endMs: bounds.endMs };
}

const makeReadAs =
  ({ store, now }: ServerOptions) =>
  <T>(actor: Actor, work: (unit: Unit) => Promise<T>): Promise<T> =>
    store.read((db) => work(new Unit(db, tables, actor, now())));

const hasUsers = (store: Store): Promise<boolean> =>
  store.read(async (db) => (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined);
