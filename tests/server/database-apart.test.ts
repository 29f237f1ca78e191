// All that reads the whole database file runs in another process, so that no request waits for it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabaseFile } from '#server/own-data/apart.ts';

test('the check of the file is a command of a child process, with the path of the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'apart-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = join(folder, 'program.cjs');
  writeFileSync(
    program,
    'process.stdout.write(JSON.stringify([process.pid, process.ppid, ...process.argv.slice(2)].map(String)));',
  );
  const database = join(folder, 'backwatch.db');
  const file = openDatabaseFile(folder, database, program);
  const [pid, parent, ...words] = await file.check();
  expect([pid !== String(process.pid), parent, words]).toEqual([
    true,
    String(process.pid),
    ['check-database', database],
  ]);
  file.close();
});
