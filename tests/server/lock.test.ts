// One process a data folder: whoever comes second is refused. tests/server/started.test.ts does so with real processes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { lockFolder } from '#server/lock.ts';

const REFUSED = 'Another Backwatch runs on this data folder. Stop it first, or set BACKWATCH_DATA.';

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'backwatch-lock-'));
  ends.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test('the number of a process that is written somewhere holds nothing', () => {
  const path = folder();
  // As a version before left it; that number is alive, and another program by now.
  writeFileSync(join(path, 'lock'), String(process.ppid));
  lockFolder(path)();
});

test('within one process it is held once as well, and free after it was given back', () => {
  const path = folder();
  const unlock = lockFolder(path);
  expect(() => lockFolder(path)).toThrow(REFUSED);
  unlock();
  lockFolder(path)();
});

test('a folder that does not exist is reported as such', () => {
  expect(() => lockFolder(join(folder(), 'nowhere'))).toThrow(/^The data folder cannot be locked: /);
});
