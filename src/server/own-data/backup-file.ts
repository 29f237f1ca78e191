// A backup of Backwatch's own data as one file: a database of SQLite, with the keys in a table of its own.
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Database from 'libsql';
import { copyDatabase, hasTable, makePrivate, syncFile } from '#server/db/sqlite/file.ts';
import { propertyOf } from '#server/unknown.ts';
import { KEYS_FILE } from '#server/keys.ts';

/** Only in backups: what is restored is without it. */
export const KEYS_TABLE = 'backup_keys';

/** Whether a file is one that this program wrote as a backup or a nightly copy. */
export function isBackup(file: string): boolean {
  try {
    const database = new Database(file);
    try {
      return hasTable(database, KEYS_TABLE) || hasTable(database, 'keyprint');
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

/**
 * Writes the database and the keys of a data folder into one file, while a server may run on them.
 *
 * @param database null where it is PostgreSQL: the file has the keys only
 * @returns whether there was a keys.json
 * @throws Error with a sentence
 */
export function writeBackup(file: string, folder: string, database: string | null): boolean {
  const target = resolve(file);
  if (existsSync(target) && (target === database || !isBackup(target)))
    throw new Error(`${target} is there already, and is no backup of Backwatch. Name another file.`);
  if (database && !existsSync(database)) throw new Error(`There is no database: ${database}. Set BACKWATCH_DATA.`);
  const keys = join(folder, KEYS_FILE);
  const text = existsSync(keys) ? readFileSync(keys, 'utf8') : null;
  const made = `${target}.new`;
  try {
    if (database) copyDatabase(database, made);
    else makeEmpty(made);
    if (text !== null) putKeys(made, text);
    syncFile(made);
    renameSync(made, target);
  } catch (error) {
    rmSync(made, { force: true });
    throw error;
  }
  return text !== null;
}

function makeEmpty(file: string): void {
  rmSync(file, { force: true });
  makePrivate(file);
}

function putKeys(file: string, text: string): void {
  const database = new Database(file);
  try {
    database.exec(`create table ${KEYS_TABLE} (json text not null)`);
    database.prepare(`insert into ${KEYS_TABLE} (json) values (?)`).run([text]);
  } finally {
    database.close();
  }
}

/** Takes the keys out of a copy of a backup; null where it has none. Nothing of them is left in the file. */
export function takeKeys(file: string): string | null {
  const database = new Database(file);
  try {
    if (!hasTable(database, KEYS_TABLE)) return null;
    const json = propertyOf(database.prepare(`select json from ${KEYS_TABLE}`).get(), 'json');
    database.exec('pragma secure_delete = on');
    database.exec(`drop table ${KEYS_TABLE}`);
    return typeof json === 'string' ? json : null;
  } finally {
    database.close();
  }
}
