// One process a data folder: a lock that the operating system lets go of when its holder dies.
import { closeSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Takes the folder for this process; answers how to give it back. @throws Error with a sentence when another holds it */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'lock');
  try {
    write(file);
  } catch {
    const holder = Number(readFileSync(file, 'utf8'));
    if (holder !== process.pid && isAlive(holder))
      throw new Error(
        `Another Backwatch (process ${holder}) runs on this data folder. Stop it first, or set BACKWATCH_DATA.`,
      );
    unlinkSync(file);
    write(file);
  }
  return () => {
    unlinkSync(file);
  };
}

function write(file: string): void {
  const handle = openSync(file, 'wx', 0o600);
  writeSync(handle, String(process.pid));
  closeSync(handle);
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
