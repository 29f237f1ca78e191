// The name of this server's store of backups, where several servers share a database and have a store each.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Beside the store, not in it: a store that is gone has to be known by its name. */
const FILE = 'store-id';

/** Reads the name from the data folder, or makes one. */
export function storeIdIn(folder: string): string {
  const file = join(folder, FILE);
  if (!existsSync(file)) writeFileSync(file, `${randomUUID()}\n`, { mode: 0o600, flag: 'wx' });
  return readFileSync(file, 'utf8').trim();
}
