// The services that the composition root passes to entities and jobs.
import type { Cause } from '#contract/cause.ts';
import type { OwnTrouble } from '#contract/notifications/own-trouble.ts';
import type { ReadSetting } from '#contract/server.ts';
import type { DatabaseCopy } from './ports/database-file.ts';
import type { MailPort } from './ports/mail.ts';
import type { OpenIdPort } from './ports/openid.ts';
import type { Storage } from './ports/storage.ts';
import type { Log } from './pipeline/logger.ts';
import type { Store } from './db/engine.ts';

/** Single sign-on, where there is one. */
export interface SignOn {
  provider: OpenIdPort;
  /** True if every identity of the provider gets an account, without any permission. */
  createUsers: boolean;
}

/** The last check of the file of the database; `checkedAt` is null where this run of the server made none yet. */
export interface DatabaseCheck {
  checkedAt: string | null;
  faults: readonly string[];
}

/** The state of the copies of the embedded database. */
export interface CopiesState {
  isRunning: boolean;
  /** The moment of the next copy. */
  nextAt: string;
  /** Why the last attempt of this run failed; null after a success. */
  failure: Cause | null;
  /** The newest first. */
  copies: readonly DatabaseCopy[];
}

/** Bytes of a disk. */
export interface Disk {
  folder: string;
  free: number;
  size: number;
}

/** The copies of the embedded database. */
export interface OwnCopies {
  state(): Promise<CopiesState>;
  lastCheck(): DatabaseCheck;
  /** Makes a copy soon, after the answer. */
  request(): void;
}

/** The facts about a server that no row of the database has. */
export interface Installation {
  version: string;
  nodeVersion: string;
  startedAt: string;
  engine: Store['engine'];
  databaseSize(): Promise<number>;
  disk(): Promise<Disk | null>;
  /** Null where the database is no file of this machine. */
  copies: OwnCopies | null;
  troubles(): Promise<OwnTrouble[]>;
  mail: MailPort;
  settings: readonly ReadSetting[];
}

/** The store of backups as a whole. */
export interface StoreHealth {
  /** The problem of the store, as a sentence; null while there is none. */
  readonly trouble: string | null;
  /** Why no file may be stored now, as a sentence; null where it may. */
  refusal(): Promise<string | null>;
}

export interface Services {
  now(): string;
  log: Log;
  /** Of the build, see stamp.ts of the contract. */
  stamp: string;
  /** This run of this server, among those on the same database. */
  node: string;
  storage: Storage;
  installation: Installation;
  /** Names the store among those of several servers on one database; null where there can be only one. */
  storeId: string | null;
  storeHealth(): StoreHealth;
  secrets: { session: string; seal: string; sign: string; vapidPublic: string };
  pushHosts: readonly string[];
  signOn: SignOn | null;
  /** The address people open. */
  origin(): string;
  /** Where the page of a request stands: the address set for this server, else the one the browser names. */
  originOf(request: { origin: string | null }): string;
  /** Puts one socket into the rooms of its rights; false when it is gone. */
  enroll(socketId: string): Promise<boolean>;
  leave(socketId: string): void;
  /** Binds a socket to a client, so that it receives filesets and signals. */
  bindClient(socketId: string, model: 'organization' | 'system', id: string): void;
  /** Runs work after the answer has gone; `what` is logged where it fails. */
  afterwards(what: string, work: () => Promise<unknown>): void;
  /** Sends a message to the connected clients of one organization, system or Raspberry Pi; false when none is connected. */
  signalClient(
    model: 'organization' | 'system' | 'rpiclient',
    id: string,
    message: Record<string, unknown>,
  ): Promise<boolean>;
  /** Wakes the jobs at that moment, once the unit is committed. */
  dueBy(unit: { afterCommit: (() => void)[] }, moment: string): void;
  setUpToken(): string | null;
  /** Opens the counts of a limit; see `RateLimiter`. */
  rateLimiter: Store['rateLimiter'];
  /** False behind a proxy that is not trusted. */
  readonly knowsAddresses: boolean;
  /** Takes a gap in the clock for time in which the machine slept. */
  noticesSleep: boolean;
  remindAfterMinutes: number;
  escalateAfterMinutes: number;
  /** Hours after which an acknowledgement lapses; 0: never. */
  lapseAfterHours: number;
}
