// The secret that identifies this client at the server: made at the first start, stored in the state folder.
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A state folder that cannot be used; the message is a sentence for the person who starts the client. */
export class BadState extends Error {}

/** Reads the instance secret (32 bytes, base64url), or makes it. Throws BadState. */
export async function readInstance(folder: string): Promise<string> {
  const path = join(folder, 'instance');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const stored = await readFile(path, 'utf8').catch(absentIsNull);
    if (stored === null) {
      const made = randomBytes(32).toString('base64url');
      await writeWhole(path, `${made}\n`);
      return made;
    }
    await chmod(path, 0o600);
    if (/^[\w-]{43}$/.test(stored.trim())) return stored.trim();
  } catch (error) {
    throw new BadState(`The state folder ${folder} cannot be used: ${(error as Error).message}.`);
  }
  throw new BadState(
    `The file ${path} is damaged. Delete it and let an administrator reset the key, so that this client may claim it again.`,
  );
}

/** Writes a file so that a crash leaves either the old or the new one, never a part: private to its owner. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  if (process.platform === 'win32') return;
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
}

/** For `.catch`: a file that is not there reads as null, any other trouble stays trouble. */
export function absentIsNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
