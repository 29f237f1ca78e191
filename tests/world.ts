// The world of the server's tests: a real server on a real database, and the cast that speaks to it. Named for life:
// alice administrates, bob is an engineer of Acme, dave one of Birch, charlie is signed in without a right, rosie is a client.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { ReadSetting } from '#contract/server.ts';
import type { Backwatch } from '#server/server.ts';
import { makeServer } from '#server/server.ts';
import type { ConnectionLimits } from '#server/transport/connection-limits.ts';
import type { Log } from '#server/pipeline/logger.ts';
import type { Store } from '#server/db/engine.ts';
import { keysIn, type Keys } from '#server/keys.ts';
import type { DatabaseFile } from '#server/ports/database-file.ts';
import type { Mail, MailPort } from '#server/ports/mail.ts';
import type { PushMessage, PushPort, PushSubscription } from '#server/ports/push.ts';
import { openFolderStorage } from '#server/ports/storage-folder.ts';
import type { Storage } from '#server/ports/storage.ts';
import type { SignOn } from '#server/services.ts';
import { STAMP } from '#contract/stamp.ts';
import { restoreCast, castOf, saveCast, type Cast, type SavedCast } from './cast.ts';
import { Clock, makeGround, settled, sharedBy, type Engine, type Ground } from './test-database.ts';

export { databases, Clock, MINUTE, HOUR, DAY, type Engine } from './test-database.ts';
export { Browser, Line, type Answer } from './test-clients.ts';
export type { Person, Client, Cast } from './cast.ts';

export const START = '2026-11-21T03:00:00.000Z';
/** The id of no record. */
export const NO_ID = '019a0000-0000-7000-8000-000000000000';

/** Failures that a server logged (an honest run has none), and every word of its log. */
export interface TestLog extends Log {
  lines: string[];
  failures: { message: string; error: unknown }[];
}

export function makeTestLog(): TestLog {
  const failures: TestLog['failures'] = [];
  const lines: string[] = [];
  const say = (message: string, more: unknown) => void lines.push(`${message} ${inspect(more, { depth: 9 })}`);
  return {
    failures,
    lines,
    info: say,
    warn: say,
    failure(message, error, id) {
      say(message, error);
      const count = failures.push({ message, error });
      return id ?? `failure-${count}`;
    },
  };
}

/** A push port that takes everything, and remembers it. */
export class RecordingPush implements PushPort {
  readonly sent: { subscription: PushSubscription; message: PushMessage; envelope: any }[] = [];

  send(subscription: PushSubscription, message: PushMessage) {
    this.sent.push({ subscription, message, envelope: JSON.parse(message.payload) });
    return Promise.resolve({ result: 'accepted' as const, status: 201, detail: 'accepted' });
  }
}

/** A mail port that takes everything, and remembers it. */
export class RecordingMail implements MailPort {
  readonly sent: Mail[] = [];
  sends = true;

  send(mail: Mail) {
    this.sent.push(mail);
    return Promise.resolve({ result: 'accepted' as const, detail: 'accepted' });
  }

  close(): void {}
}

export interface WorldOptions {
  clock?: Clock;
  push?: PushPort;
  mail?: MailPort;
  pushHosts?: readonly string[];
  signOn?: SignOn;
  storage?: Storage;
  /** Where several servers have a store each. */
  storeId?: string;
  databaseFile?: DatabaseFile;
  heartbeatUrl?: string;
  settings?: readonly ReadSetting[];
  keys?: Partial<Keys>;
  appFolder?: string | null;
  bounds?: Partial<ConnectionLimits>;
  trustProxy?: boolean;
  /** True where a clock that is moved stands for a machine that slept. */
  noticesSleep?: boolean;
  /** Hours until an acknowledgement lapses; default 4. */
  lapseAfterHours?: number;
  /** The address people open, where it is not the one listened on. */
  publicUrl?: string;
  /** Else any that is free. */
  port?: number;
}

export interface Running {
  origin: string;
  server: Backwatch;
  store: Store;
  storage: Storage;
  keys: Keys;
  log: TestLog;
  clock: Clock;
  push: PushPort;
  mail: MailPort;
  /** Everything that is due now has been done. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** A server on the ground, listening; any number of them may share one PostgreSQL. */
export async function startServer(ground: Ground, options: WorldOptions = {}): Promise<Running> {
  const { clock = new Clock(START), push = new RecordingPush(), mail = new RecordingMail() } = options;
  const [store, log] = [ground.openStore(), makeTestLog()];
  await store.migrate();
  const storage = options.storage ?? (await openFolderStorage(join(ground.folder, 'store')));
  const keys = { ...keysIn(ground.folder), ...options.keys };
  const server = await makeServer({
    store,
    databaseFile: options.databaseFile ?? null,
    storage,
    storeId: options.storeId ?? null,
    push,
    mail,
    keys,
    log,
    now: clock.now,
    version: 'test',
    stamp: STAMP,
    dataFolder: ground.folder,
    settings: options.settings ?? [],
    appFolder: options.appFolder ?? null,
    origin: options.publicUrl ?? null,
    trustProxy: options.trustProxy ?? false,
    noticesSleep: options.noticesSleep ?? false,
    bounds: options.bounds ?? {},
    tls: null,
    pushHosts: options.pushHosts ?? ['push.example.com'],
    signOn: options.signOn ?? null,
    heartbeatUrl: options.heartbeatUrl ?? null,
    remindAfterMinutes: 15,
    escalateAfterMinutes: 30,
    lapseAfterHours: options.lapseAfterHours ?? 4,
  });
  const origin = await server.listen('127.0.0.1', options.port ?? 0);
  const settle = () => server.idle();
  return { origin, server, store, storage, keys, log, clock, push, mail, settle, close: () => server.close() };
}

export interface World extends Running, Cast {
  ground: Ground;
  engine: Engine;
}

/** A world that was made once and left: every other of its engine begins as a copy of it. */
interface First {
  ground: Ground;
  cast: SavedCast;
}
const firsts: Partial<Record<Engine, Promise<First>>> = {};

async function makeFirst(engine: Engine): Promise<First> {
  // Workers end without a word; the run that they belong to clears up.
  const shared = sharedBy(process.ppid);
  await mkdir(shared, { recursive: true });
  const ground = await makeGround(engine, null, shared);
  const world = await makeWorldOn(ground);
  const cast = saveCast(world);
  world.leave();
  await world.server.close();
  settled(ground);
  return { ground, cast };
}

/** A fresh world with its cast in it. `close` takes all of it away. */
export async function makeWorld(engine: Engine, options: WorldOptions = {}): Promise<World> {
  // By a clock of its own nothing is as it was in the first.
  if (options.clock) return makeWorldOn(await makeGround(engine), options);
  const first = await (firsts[engine] ??= makeFirst(engine));
  const ground = await makeGround(engine, first.ground);
  const running = await startServer(ground, options);
  return worldOf(ground, running, restoreCast(running, first.cast));
}

/** As `makeWorld`, on a ground of the test's own making. */
export async function makeWorldOn(ground: Ground, options: WorldOptions = {}): Promise<World> {
  const running = await startServer(ground, options);
  return worldOf(ground, running, await castOf(running));
}

const worldOf = (ground: Ground, running: Running, cast: Cast): World => ({
  ...running,
  ...cast,
  ground,
  engine: ground.engine,
  async close() {
    cast.leave();
    await running.close();
    await ground.gone();
  },
});
