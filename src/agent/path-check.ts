// The folders that the client may read: whatever a fileset or a link names outside of them is not looked at.
import { realpath } from 'node:fs/promises';
import { resolve, sep } from 'node:path';

/** Answers whether a path, with all links resolved, lies in one of the folders. A path that is not there is judged as it is written. */
export type PathCheck = (path: string) => Promise<boolean>;

const real = (path: string): Promise<string> => realpath(path).catch(() => resolve(path));
const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Resolves the folders once, so that a walk asks the disk for its own paths alone. */
export async function createPathCheck(roots: readonly string[]): Promise<PathCheck> {
  const folders = await Promise.all(roots.map(real));
  return async (path) => {
    const target = await real(path);
    return folders.some((folder) => isWithin(target, folder));
  };
}
