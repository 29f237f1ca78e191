// The facts of one server about itself: its build, its disk, its settings, the copies of its data, its problems.
import { statfs } from 'node:fs/promises';
import type { OwnTrouble } from '#contract/notifications/own-trouble.ts';
import type { ReadSetting } from '#contract/server.ts';
import type { DatabaseCopies } from '#server/jobs/database-copies.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { Store } from '#server/db/engine.ts';
import type { MailPort } from '#server/ports/mail.ts';
import type { Disk, Installation, OwnCopies } from '#server/services.ts';

interface Parts {
  store: Store;
  mail: MailPort;
  now(): string;
  version: string;
  dataFolder: string;
  settings: readonly ReadSetting[];
  copies: DatabaseCopies | null;
  scheduler: Scheduler;
  troubles(): Promise<OwnTrouble[]>;
}

export const makeInstallation = (parts: Parts): Installation => ({
  version: parts.version,
  nodeVersion: process.versions.node,
  startedAt: parts.now(),
  engine: parts.store.engine,
  databaseSize: () => parts.store.size(),
  disk: () => diskOf(parts.dataFolder),
  copies: parts.copies && ownCopies(parts.copies, parts.scheduler, parts.now),
  troubles: parts.troubles,
  mail: parts.mail,
  settings: parts.settings,
});

const ownCopies = (copies: DatabaseCopies, scheduler: Scheduler, now: () => string): OwnCopies => ({
  state: () => copies.state(),
  lastCheck: () => copies.lastCheck,
  request() {
    copies.request();
    scheduler.wakeBy(now(), copies.job);
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
