// Puts a backup of Backwatch's own data, or a nightly copy, in the place of what is there, which is moved aside.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'libsql';
import { faultsIn, filesOf, hasTable, makePrivate, syncFile } from '#server/db/sqlite/file.ts';
import { KEYS_FILE, otherKeys, readKeys, writeKeys, type Environment } from '#server/keys.ts';
import { lockFolder } from '#server/lock.ts';
import { asObjects } from '#server/unknown.ts';
import { isBackup, takeKeys } from './backup-file.ts';

interface Target {
  folder: string;
  /** Null where it is PostgreSQL: only the keys are restored. */
  database: string | null;
  /** The settings that stand for keys. */
  environment: Environment;
}

/** The sentences for whoever asked. @throws Error with a sentence; nothing has changed then */
export function restoreBackup(file: string, target: Target): string[] {
  if (!existsSync(file)) throw new Error(`There is no ${file}.`);
  if (!isBackup(file)) throw new Error(`${file} is no backup of Backwatch, or it is damaged.`);
  const faults = faultsIn(file);
  if (faults.length > 0) throw new Error(`${file} is damaged (${faults[0]}). Take another one.`);
  mkdirSync(target.folder, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(target.folder);
  try {
    return restoreInto(file, target);
  } finally {
    unlock();
  }
}

function restoreInto(file: string, { folder, database, environment }: Target): string[] {
  const made = join(folder, 'restoring.db');
  try {
    copyFileSync(file, made);
    makePrivate(made);
    const keys = takeKeys(made);
    syncFile(made);
    const prints = printsIn(made);
    if (database && prints === null)
      throw new Error(`${file} has the keys only: its server used PostgreSQL. Set DATABASE_URL.`);
    if (database && prints) assertFits(folder, keys, prints, environment);
    return putInPlace(folder, database === null ? null : { made, database }, keys);
  } finally {
    rmSync(made, { force: true });
  }
}

type Prints = readonly { name?: unknown; print?: unknown }[];

/** Null where the file has no database. */
function printsIn(file: string): Prints | null {
  const database = new Database(file);
  try {
    if (!hasTable(database, 'keyprint')) return null;
    return asObjects(database.prepare('select name, print from keyprint').all());
  } finally {
    database.close();
  }
}

/** With other keys nothing that is encrypted could be read, and no device would receive a push. */
function assertFits(folder: string, keys: string | null, prints: Prints, environment: Environment): void {
  const text = keys ?? (existsSync(join(folder, KEYS_FILE)) ? readFileSync(join(folder, KEYS_FILE), 'utf8') : null);
  const others = otherKeys(readKeys(text, environment), prints);
  if (others.length === 0) return;
  throw new Error(
    `${others.join(', ')}: not what this backup was written with. Give the settings, or the keys.json, of that server.`,
  );
}

function putInPlace(
  folder: string,
  restored: { made: string; database: string } | null,
  keys: string | null,
): string[] {
  const aside = join(folder, `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  const isOther = keys !== null && existsSync(join(folder, KEYS_FILE));
  const old = [...(restored ? filesOf(restored.database) : []), ...(isOther ? [join(folder, KEYS_FILE)] : [])];
  if (old.length > 0) mkdirSync(aside, { mode: 0o700 });
  for (const path of old) renameSync(path, join(aside, basename(path)));
  if (keys !== null) writeKeys(folder, keys);
  if (restored) renameSync(restored.made, restored.database);
  return [
    ...(restored ? [`The database is restored: ${restored.database}`] : []),
    ...(keys === null ? [] : [`The keys are restored: ${join(folder, KEYS_FILE)}`]),
    ...(restored ? [] : ['The database is PostgreSQL: restore it with pg_restore.']),
    ...(old.length > 0 ? [`What was there before is in ${aside}.`] : []),
  ];
}
