// The nightly copies of the embedded database, as a server makes them: one that fails is an alarm without a system.
import { setOwn } from './entities/alarm/installation-alarm.ts';
import { DatabaseCopies } from './jobs/database-copies.ts';
import type { JobContext } from './jobs/context.ts';
import type { Log } from './pipeline/logger.ts';
import type { DatabaseFile } from './ports/database-file.ts';

interface Parts {
  databaseFile: DatabaseFile | null;
  now(): string;
  log: Log;
}

/** Null where the database is no file of this machine. */
export function copiesOf({ databaseFile, now, log }: Parts, { services, write }: JobContext): DatabaseCopies | null {
  const notifyAdministrators = (reason: string | null) => write((unit) => setOwn(unit, services, 'failed', reason));
  return databaseFile && new DatabaseCopies(databaseFile, { now, log, notifyAdministrators });
}
