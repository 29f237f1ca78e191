// Opens the database at the start. One that is lost or damaged stops the start: as a new one it would look as if all were fine.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openPostgres } from '#server/db/postgres/store.ts';
import { openSqlite } from '#server/db/sqlite/store.ts';
import { isDamage, isUnwritten } from '#server/db/sqlite/file.ts';
import type { Store } from '#server/db/engine.ts';
import { holdToKeys, type Keys } from '#server/keys.ts';
import { errorMessage } from '#server/unknown.ts';
import { COPIES } from './apart.ts';

export const STORE_FOLDER = 'store';

interface Place {
  folder: string;
  keys: Keys;
  /** Null with PostgreSQL, whose address is `url`. */
  database: string | null;
  url: string | undefined;
}

/** @throws Error with a sentence that says what to do */
export async function openDatabase(place: Place): Promise<Store> {
  const { database, url, keys } = place;
  try {
    // The folder of the store is made after the first start has written to the database.
    const wasThere = existsSync(join(place.folder, STORE_FOLDER));
    if (database && wasThere && isUnwritten(database)) throw lost(place, database);
    const store = database ? openSqlite(database) : openPostgres(url ?? '');
    await store.migrate();
    if (!database && wasThere && (await isNew(store))) throw lost(place, 'The database of DATABASE_URL');
    await holdToKeys(store, keys);
    return store;
  } catch (error) {
    if (!database || !isDamage(error)) throw error;
    const way = restoring(place.folder);
    throw new Error(
      `The database ${database} is damaged (${errorMessage(error)}). ${way} What is there now is moved aside.`,
      { cause: error },
    );
  }
}

const isNew = (store: Store): Promise<boolean> =>
  store.read(async (db) => (await db.selectFrom('keyprint').select('name').limit(1).executeTakeFirst()) === undefined);

const lost = ({ folder, database }: Place, name: string): Error =>
  new Error(
    `${name} is missing or empty, but ${folder} has the keys and the store of an earlier one. ${database ? restoring(folder) : 'Restore it from a dump of pg_dump.'} To begin anew, move keys.json and ${STORE_FOLDER} out of this folder.`,
  );

/** Names the newest nightly copy, where there is one. */
function restoring(folder: string): string {
  const copies = join(folder, COPIES);
  const names = existsSync(copies) ? readdirSync(copies).filter((name) => name.endsWith('.db')) : [];
  const newest = names.toSorted().at(-1);
  return `Restore a copy: npm run restore -- ${newest ? join(copies, newest) : 'FILE'}.`;
}
