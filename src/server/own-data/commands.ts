// The commands of the program besides serving: `backup FILE`, `restore FILE`, and the two that it runs by itself at night.
import { join, resolve } from 'node:path';
import { copyDatabase, faultsIn } from '#server/db/sqlite/file.ts';
import type { Env } from '#server/env.ts';
import { KEYS_FILE, keySettings } from '#server/keys.ts';
import { writeBackup } from './backup-file.ts';
import { restoreBackup } from './restore.ts';

export const DATABASE_FILE = 'backwatch.db';

/** The file of the embedded database; null with PostgreSQL. */
export const databaseOf = (env: Env): string | null =>
  env.DATABASE_URL ? null : join(resolve(env.BACKWATCH_DATA), DATABASE_FILE);

function backUp(file: string, env: Env): string[] {
  const folder = resolve(env.BACKWATCH_DATA);
  const database = databaseOf(env);
  const settings = keySettings(env);
  const hasKeys = writeBackup(file, folder, database);
  const what = [database ? 'the database' : '', hasKeys ? KEYS_FILE : ''].filter(Boolean).join(' and ');
  return [
    `${resolve(file)} has ${what || 'nothing'}. It holds secrets: keep it where nobody else reads it.`,
    ...(database
      ? ['The stored backups are not in it.']
      : ['The database is PostgreSQL: back it up with pg_dump "$DATABASE_URL" > backwatch.sql as well.']),
    ...(settings.length > 0 ? [`${settings.join(', ')} come from settings: keep those as well.`] : []),
  ];
}

const restore = (file: string, env: Env): string[] =>
  restoreBackup(resolve(file), {
    folder: resolve(env.BACKWATCH_DATA),
    database: databaseOf(env),
    environment: env,
  });

/** Runs a command, and answers what to print. @throws Error with a sentence */
export function runCommand(command: string, words: readonly string[], env: () => Env): string {
  const [file, to] = words;
  if (command === 'check-database' && file) return JSON.stringify(faultsIn(file));
  if (command === 'copy-database' && file && to) return (copyDatabase(file, to), '');
  if (command !== 'backup' && command !== 'restore')
    throw new Error(`Unknown command ${command}. Known: backup FILE, restore FILE.`);
  if (!file || to !== undefined) throw new Error(`Which file? npm run ${command} -- FILE`);
  return `${(command === 'backup' ? backUp : restore)(file, env()).join('\n')}\n`;
}
