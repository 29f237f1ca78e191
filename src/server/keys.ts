// Secrets that nobody set: made at the first start, kept in the data folder with mode 0600.
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomToken } from './kernel/secrets.ts';
import { makeVapidKeys } from './ports/push-web.ts';

export interface Keys {
  session: string;
  seal: string;
  sign: string;
  vapidPublic: string;
  vapidPrivate: string;
}

/** @throws Error with a sentence when the file is there but cannot be read: new keys would lock everyone out of what the old ones sealed */
export function keysIn(folder: string): Keys {
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
    return JSON.parse(readFileSync(file, 'utf8')) as Keys;
  } catch {
    throw new Error(
      'keys.json in the data folder cannot be read. Restore it from a copy: without it nothing that was sealed can be opened.',
    );
  }
}
