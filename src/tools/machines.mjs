// The machines of the demonstration: folders with real files in them, and a new backup in one of each machine's every minute.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MINUTE = 60_000;
/** Files that a folder keeps; a client has long sent the older ones. */
const KEPT = 20;

/** `YYYYMMDD-HHmm` of an instant, by the wall clock of the zone: how the demonstration's files are dated. */
export function stampOf(at, timeZone) {
  const words = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);
  return words.replaceAll(/[-:]/g, '').replace(' ', '-');
}

function writeOne(root, { folder, name, ending, size }, timeZone, at) {
  const path = join(root, folder, `${name}-${stampOf(at, timeZone)}.${ending}`);
  if (existsSync(path)) return;
  const bytes = Math.round(size * (0.97 + Math.random() * 0.06));
  // A client must never find half a file.
  writeFileSync(`${path}.part`, randomBytes(bytes));
  renameSync(`${path}.part`, path);
  const old = readdirSync(join(root, folder))
    .filter((file) => file.endsWith(`.${ending}`))
    .toSorted()
    .slice(0, -KEPT);
  for (const file of old) rmSync(join(root, folder, file), { force: true });
}

/** Makes the folders of one client below `root`, and keeps writing to them, in turn. Answers how to stop it. */
export function runMachine({ folders, writes, timeZone }, root) {
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  let turn = 0;
  const write = () => {
    const next = writes[turn++ % writes.length];
    if (next) writeOne(root, next, timeZone, new Date());
  };
  for (const _first of writes) write();
  const timer = setInterval(write, MINUTE);
  return () => clearInterval(timer);
}
