// The noun server: facts about the server itself for administrators, its tests and a copy of its own data on demand.
import * as z from 'zod/mini';
import { Cause, SendFault } from './cause.ts';
import { Instant, Reference, call, entity } from './define.ts';
import { ownTroubles } from './notifications/own-trouble.ts';

/** The parts of the server that an administrator can test. */
export const serverTests = ['mail', 'push', 'store'] as const;
/** One of `serverTests`. */
export type ServerTest = (typeof serverTests)[number];

const testResult = {
  at: Instant,
  /**
   * `waiting`: sent, and no device has shown it yet. `kept`: the mail lies in a file, because no mail server is set.
   * `noDevice`: the user has no device with push.
   */
  state: z.enum(['ok', 'waiting', 'kept', 'noDevice', 'failed']),
  /** The name of the device that showed the push; else empty. */
  detail: z.string(),
  /** Milliseconds from the start of the test to its result; null while it waits. */
  took: z.nullable(z.number()),
};
/** The result of the last test of mail or push since the start of the server. `fault`: why it failed. */
export const SendTestResult = z.object({ ...testResult, fault: z.nullable(SendFault) });
/** The result of the last test of the store since the start of the server. `fault`: why it failed. */
export const StoreTestResult = z.object({ ...testResult, fault: z.nullable(Cause) });

/** A queue: the number of its waiting entries, and the moment of the next one. */
const Queue = z.object({ count: z.number(), nextAt: z.nullable(Instant) });

const Copies = z.object({
  /** True from a request for a copy, or its time at night, until the copy is made or has failed. */
  running: z.boolean(),
  count: z.number(),
  /** The newest copy. */
  last: z.nullable(z.object({ at: Instant, bytes: z.number() })),
  oldestAt: z.nullable(Instant),
  /** The moment of the next copy that the server makes by itself. */
  nextAt: Instant,
  /** The failure of the last attempt since the start; null after a success. */
  failure: z.nullable(Cause),
});

/** A setting as the server read it at its start. */
export const ReadSetting = z.object({
  name: z.string(),
  /** Null for a secret, and where nothing is set. */
  value: z.nullable(z.string()),
  /** True for a secret that is set. Its value never leaves the server. */
  isSecret: z.boolean(),
  /** `dotenv`: the file .env. `file`: a file that NAME_FILE names. `keys`: keys.json of the data folder. */
  source: z.enum(['environment', 'dotenv', 'file', 'keys', 'default']),
});
export type ReadSetting = z.infer<typeof ReadSetting>;

/** The facts about one server. */
export const ServerFacts = z.object({
  /** Stamp of the build, YYYY MMDD HHmm. */
  stamp: z.string(),
  version: z.string(),
  nodeVersion: z.string(),
  startedAt: Instant,
  /** The trouble that the server sees now, worst first. */
  troubles: z.array(z.enum(ownTroubles)),
  /** Servers that run on the database, this one included. */
  servers: z.number(),
  /** Systems whose client is connected, to any of the servers. */
  connected: z.number(),
  database: z.object({
    engine: z.enum(['sqlite', 'postgres']),
    bytes: z.number(),
    /** The last check of the file since the start, and whether it found faults; null with PostgreSQL or before the first check. */
    check: z.nullable(z.object({ at: Instant, isSound: z.boolean() })),
  }),
  /** Null with PostgreSQL, whose backups are made with its own tools. */
  copies: z.nullable(Copies),
  /** The disk of the data folder; null where it cannot be read. */
  disk: z.nullable(z.object({ folder: z.string(), free: z.number(), size: z.number() })),
  queues: z.object({
    /** Systems with a moment at which their health changes, and the one that is next. */
    deadlines: z.object({ ...Queue.shape, system: z.nullable(Reference) }),
    pushes: Queue,
    mails: Queue,
  }),
  tests: z.object({
    mail: z.nullable(SendTestResult),
    push: z.nullable(SendTestResult),
    store: z.nullable(StoreTestResult),
  }),
  settings: z.array(ReadSetting),
});
export type ServerFacts = z.infer<typeof ServerFacts>;

/** The calls about the server; each needs an administrator, see `isAdministrator`. */
export const server = entity('server', {
  record: ServerFacts,
  organization: null,
  calls: {
    get: call({
      doc: 'Returns the facts about this server: version, database, disk, queues, copies of its own data, tests and settings. Needs `allOrganizations` as well.',
      method: 'GET',
      path: '/server',
      result: ServerFacts,
      may: 'user.update',
    }),
    copy: call({
      doc: 'Starts a copy of the embedded database now and returns the facts. Fails with 404 on PostgreSQL. Needs `allOrganizations` as well.',
      method: 'POST',
      path: '/server/copy',
      result: ServerFacts,
      may: 'user.update',
      errors: ['E_NOT_FOUND', 'E_RATE'],
    }),
    test: call({
      doc: 'Tests one part of the server and returns the facts with the result: a mail to the user, a push to each device of the user, or 1 MB that is stored, read and removed. Needs `allOrganizations` as well.',
      method: 'POST',
      path: '/server/test',
      input: z.object({ part: z.enum(serverTests) }),
      result: ServerFacts,
      may: 'user.update',
      errors: ['E_RATE'],
    }),
  },
});
