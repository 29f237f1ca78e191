// What one server knows of itself: its build, its disk, its settings, the copies of its data, its trouble.
import { statfs } from 'node:fs/promises';
import type { OwnTrouble } from '#contract/notifications/own-trouble.ts';
import type { ReadSetting } from '#contract/server.ts';
import type { CopiesState, DatabaseCheck, DatabaseCopies } from './jobs/database-copies.ts';
import type { Scheduler } from './jobs/scheduler.ts';
import type { Store } from './kernel/store.ts';
import type { MailPort } from './ports/mail.ts';

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

interface Parts {
  store: Store;
  mail: MailPort;
  now(): string;
  version: string;
  dataFolder: string;
  settings: readonly ReadSetting[];
}

/** The parts of the server that are made after its services. */
interface Later {
  copies(): DatabaseCopies | null;
  scheduler(): Scheduler;
  troubles(): Promise<OwnTrouble[]>;
}

export const makeInstallation = (parts: Parts, later: Later): Installation => ({
  version: parts.version,
  nodeVersion: process.versions.node,
  startedAt: parts.now(),
  engine: parts.store.engine,
  databaseSize: () => parts.store.size(),
  disk: () => diskOf(parts.dataFolder),
  get copies() {
    const copies = later.copies();
    return copies && ownCopies(copies, later.scheduler(), parts.now);
  },
  troubles: later.troubles,
  mail: parts.mail,
  settings: parts.settings,
});

const ownCopies = (copies: DatabaseCopies, scheduler: Scheduler, now: () => string): OwnCopies => ({
  state: () => copies.state(),
  lastCheck: () => copies.lastCheck,
  request() {
    copies.request();
    scheduler.wakeBy(now(), copies.source);
  },
});

/** Returns the disk on which a folder lies; null where it cannot be read. */
async function diskOf(folder: string): Promise<Disk | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { folder, free: bavail * bsize, size: blocks * bsize };
  } catch {
    return null;
  }
}
