// One process a data folder: a lock that the operating system lets go of when its holder dies, however it dies.
import { join } from 'node:path';
import Database from 'libsql';
import { errorCode, errorMessage } from '#server/unknown.ts';
import { makePrivate } from './db/sqlite/file.ts';

/**
 * Takes the folder for this process; answers how to give it back. What the answer holds on to is the lock.
 * @throws Error with a sentence when another holds it, or when the file system cannot lock
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'lock.db');
  try {
    makePrivate(file);
    const lock = new Database(file);
    // With its journal in memory nothing is left behind that the next holder would have to repair.
    lock.exec('pragma journal_mode = memory');
    lock.exec('pragma busy_timeout = 0');
    lock.exec('begin exclusive');
    return () => void lock.close();
  } catch (error) {
    throw errorCode(error) === 'SQLITE_BUSY'
      ? new Error('Another Backwatch runs on this data folder. Stop it first, or set BACKWATCH_DATA.')
      : new Error(`The data folder cannot be locked: ${file}: ${errorMessage(error)}`);
  }
}
