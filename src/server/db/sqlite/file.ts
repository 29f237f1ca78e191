// The file of the embedded database: who may read it, whether anything was ever written, its check and its copy.
import { chmodSync, closeSync, existsSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import { errorCode, errorMessage, propertyOf } from '#server/unknown.ts';
import Database from 'libsql';

/** Nobody else of the machine reads what lies in them, whatever the folder allows. */
const MODE = 0o600;
const BESIDE = ['', '-wal', '-shm', '-journal'];

/** The database and what SQLite keeps beside it, as far as it is there. */
export const filesOf = (file: string): string[] => BESIDE.map((end) => file + end).filter((path) => existsSync(path));

/**
 * Creates the file where there is none, and leaves it readable to this account only. SQLite gives its other files the same mode.
 * A file that exists is not opened: closing any handle of it would end the POSIX locks of this process, and SQLite in another
 * process would then delete the write-ahead log that this process still uses.
 */
export function makePrivate(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', MODE));
  for (const path of filesOf(file)) chmodSync(path, MODE);
}

const bytesOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0);

/** Whether the last process that wrote ended without bringing its log into the file, as one does that was killed. */
export const endedUncleanly = (file: string): boolean => bytesOf(`${file}-wal`) > 0;

/** Whether an error says that the file is damaged, or no database at all. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(?:CORRUPT|NOTADB)/.test(errorCode(error) ?? '');

/** Whether the file holds nothing that a Backwatch wrote. @throws SqliteError where it is damaged */
export function isUnwritten(file: string): boolean {
  if (bytesOf(file) === 0) return true;
  const database = new Database(file);
  try {
    // A check that a killed server left behind may hold the lock while it closes the file.
    database.exec('pragma busy_timeout = 5000');
    if (!hasTable(database, 'migration')) return true;
    // Each start writes them, since they came: without one the rows were deleted.
    const isNewer = database.prepare("select 1 from migration where name = '0012-keyprints'").get() !== undefined;
    return isNewer && database.prepare('select 1 from keyprint').get() === undefined;
  } finally {
    database.close();
  }
}

export const hasTable = (database: Database.Database, name: string): boolean =>
  database.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get([name]) !== undefined;

/** The faults that SQLite's quick_check finds in a database, at most 20; it reads all of the file. */
export function faultsIn(file: string): string[] {
  try {
    const database = new Database(file);
    try {
      database.exec('pragma busy_timeout = 5000');
      const rows = database.prepare('pragma quick_check(20)').all();
      return rows.map((row) => String(propertyOf(row, 'quick_check'))).filter((line) => line !== 'ok');
    } finally {
      database.close();
    }
  } catch (error) {
    if (isDamage(error)) return [errorMessage(error)];
    throw error;
  }
}

/**
 * Copies a database that may be written to meanwhile into a file of its own, checked and on the disk.
 *
 * @throws Error where either of them is damaged, or there is no room; nothing is left then
 */
export function copyDatabase(from: string, to: string): void {
  rmSync(to, { force: true });
  makePrivate(to);
  try {
    const database = new Database(from);
    try {
      database.exec('pragma busy_timeout = 5000');
      database.prepare('vacuum into ?').run([to]);
    } finally {
      database.close();
    }
    const faults = faultsIn(to);
    if (faults.length > 0) throw new Error(`The copy is damaged: ${faults.join('; ')}`);
    syncFile(to);
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  }
}

export function syncFile(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
