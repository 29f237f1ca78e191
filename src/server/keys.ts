// Secrets: those that nobody set are made at the first start and kept in the data folder with mode 0600. A database
// remembers by which ones it was written.
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { mac, randomToken } from './kernel/secrets.ts';
import type { Store } from './kernel/store.ts';
import { makeVapidKeys } from './ports/push-web.ts';

/** As 32 random bytes are written. */
const Secret = z.string().regex(/^[\w-]{43,}$/, 'must be at least 43 characters of base64url, as 32 random bytes make');
const VapidPublic = z.string().regex(/^[\w-]{87}$/, 'must be a point of P-256: 87 characters of base64url');
const VapidPrivate = z.string().regex(/^[\w-]{43}$/, 'must be a number of P-256: 43 characters of base64url');

export const Keys = z.object({
  session: Secret,
  seal: Secret,
  sign: Secret,
  vapidPublic: VapidPublic,
  vapidPrivate: VapidPrivate,
});
export type Keys = z.output<typeof Keys>;

/** The setting that stands for each of them. */
const SETTINGS = {
  session: 'SESSION_SECRET',
  seal: 'ENCRYPTION_KEY',
  sign: 'SIGNING_KEY',
  vapidPublic: 'VAPID_PUBLIC_KEY',
  vapidPrivate: 'VAPID_PRIVATE_KEY',
} as const satisfies Record<keyof Keys, string>;

type Environment = { [setting in (typeof SETTINGS)[keyof Keys]]?: string | undefined };

/**
 * The keys of the folder, with those that the environment sets laid over them; where it sets all, the folder needs none.
 * @throws Error with a sentence when the file is there but cannot be read: new keys would lock everyone out of what the old ones sealed
 */
export function keysIn(folder: string, environment: Environment = {}): Keys {
  const names = Object.keys(SETTINGS) as (keyof Keys)[];
  const set = names.filter((name) => environment[SETTINGS[name]] !== undefined);
  const given = Object.fromEntries(set.map((name) => [name, environment[SETTINGS[name]]]));
  return Keys.parse(set.length === names.length ? given : { ...kept(folder), ...given });
}

function kept(folder: string): Keys {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'keys.json');
  if (!existsSync(file)) {
    const vapid = makeVapidKeys();
    const keys: Keys = {
      session: randomToken(),
      seal: randomToken(),
      sign: randomToken(),
      vapidPublic: vapid.publicKey,
      vapidPrivate: vapid.privateKey,
    };
    writeFileSync(`${file}.new`, JSON.stringify(keys), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }
  chmodSync(file, 0o600);
  try {
    return Keys.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new Error(
      'keys.json in the data folder cannot be read. Restore it from a copy: without it, encrypted values cannot be decrypted.',
    );
  }
}

/**
 * Notes the keys of a new database, without telling them, and holds all later starts on it to the same ones.
 * @throws Error with a sentence that names the settings, where a key is another one
 */
export async function holdToKeys(store: Store, keys: Keys): Promise<void> {
  // Who has the public key of a pair, and passed the check of push-web.ts, has the private one.
  const held = ['session', 'seal', 'sign', 'vapidPublic'] as const;
  const prints = held.map((name) => ({ name, print: mac(keys[name], `backwatch-key-1:${name}`) }));
  const known = await store.write(async (db) => {
    await db
      .insertInto('keyprint')
      .values(prints)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    return db.selectFrom('keyprint').selectAll().execute();
  });
  const others = prints.filter(({ name, print }) =>
    known.some((one) => one['name'] === name && one['print'] !== print),
  );
  if (others.length === 0) return;
  throw new Error(
    `${others.map(({ name }) => SETTINGS[name]).join(', ')}: not what this database was written with. Give this server the settings, or the keys.json, of the one that made it.`,
  );
}
