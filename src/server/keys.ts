// Secrets: those that nobody set are made at the first start and stored in the data folder with mode 0600. A database
// remembers the ones that wrote it.
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { mac, randomToken } from './auth/crypto.ts';
import type { Store } from './db/engine.ts';
import { asObject } from '#server/unknown.ts';
import { makeVapidKeys } from './ports/push-web.ts';

export const KEYS_FILE = 'keys.json';

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

const NAMES = Keys.keyof().options;

export type Environment = { [setting in (typeof SETTINGS)[keyof Keys]]?: string | undefined };

const given = (environment: Environment): Partial<Keys> =>
  Object.fromEntries(
    NAMES.map((name) => [name, environment[SETTINGS[name]]]).filter(([, value]) => value !== undefined),
  );

/** The settings of the environment that stand for keys. */
export const keySettings = (environment: Environment): string[] =>
  NAMES.map((name) => SETTINGS[name]).filter((setting) => environment[setting] !== undefined);

const isComplete = (environment: Environment): boolean => Keys.safeParse(given(environment)).success;

/**
 * The keys of the folder, with those that the environment sets laid over them; where it sets all, the folder needs none.
 * @throws Error with a sentence when the file is there but cannot be read: new keys would lock everyone out of what the old ones sealed
 */
export function keysIn(folder: string, environment: Environment = {}): Keys {
  return readKeys(isComplete(environment) ? null : storedKeys(folder), environment);
}

/** The keys of the text of a keys.json (null: there is none), with those of the environment laid over them. @throws Error with a sentence */
export function readKeys(text: string | null, environment: Environment): Keys {
  try {
    return Keys.parse({ ...(text === null ? {} : asObject(JSON.parse(text))), ...given(environment) });
  } catch {
    throw new Error(
      'keys.json in the data folder cannot be read. Restore it from a copy: without it, encrypted values cannot be decrypted.',
    );
  }
}

function storedKeys(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, KEYS_FILE);
  if (!existsSync(file)) {
    const vapid = makeVapidKeys();
    const keys: Keys = {
      session: randomToken(),
      seal: randomToken(),
      sign: randomToken(),
      vapidPublic: vapid.publicKey,
      vapidPrivate: vapid.privateKey,
    };
    writeKeys(folder, JSON.stringify(keys));
  }
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8');
}

export function writeKeys(folder: string, text: string): void {
  const file = join(folder, KEYS_FILE);
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

/** The fingerprints of the keys that a database was written with. A public key of a pair stands for both. */
const printsOf = (keys: Keys): { name: keyof Keys; print: string }[] =>
  (['session', 'seal', 'sign', 'vapidPublic'] as const).map((name) => ({
    name,
    print: mac(keys[name], `backwatch-key-1:${name}`),
  }));

/** The settings of the keys that are others than those of these prints. */
export const otherKeys = (keys: Keys, known: readonly { name?: unknown; print?: unknown }[]): string[] =>
  printsOf(keys)
    .filter(({ name, print }) => known.some((one) => one.name === name && one.print !== print))
    .map(({ name }) => SETTINGS[name]);

/**
 * Stores the fingerprints of the keys of a new database, and holds all later starts on it to the same keys.
 *
 * @throws Error with a sentence that names the settings, where a key is another one
 */
export async function holdToKeys(store: Store, keys: Keys): Promise<void> {
  const prints = printsOf(keys);
  const known = await store.write(async (db) => {
    await db
      .insertInto('keyprint')
      .values(prints)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    return db.selectFrom('keyprint').selectAll().execute();
  });
  const others = otherKeys(keys, known);
  if (others.length === 0) return;
  throw new Error(
    `${others.join(', ')}: not what this database was written with. Give this server the settings, or the keys.json, of the one that made it.`,
  );
}
