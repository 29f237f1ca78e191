// The file of the embedded database as the jobs use it: what reads all of it runs in a process of its own, at low priority.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { endedUncleanly, filesOf } from '#server/db/sqlite/file.ts';
import * as z from 'zod/mini';
import type { DatabaseFile } from '#server/ports/database-file.ts';

/** The folder of the nightly copies, within the data folder. */
export const COPIES = 'copies';
const COPY = /^backwatch-\d{4}-\d\d-\d\d\.db$/;

/** Runs this program with a command, and answers what it printed. */
class Apart {
  readonly #program: string;
  readonly #running = new Set<ChildProcess>();

  constructor(program: string) {
    this.#program = program;
  }

  run(...words: string[]): Promise<string> {
    const child = spawn(process.execPath, [this.#program, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#running.add(child);
    if (child.pid !== undefined) lower(child.pid);
    let [output, trouble] = ['', ''];
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.stderr.on('data', (chunk) => (trouble += String(chunk)));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => {
        this.#running.delete(child);
        if (code === 0) resolve(output);
        else reject(new Error(trouble.trim() || `It ended with ${signal ?? code}.`));
      });
    });
  }

  end(): void {
    for (const child of this.#running) child.kill('SIGKILL');
  }
}

function lower(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It ended already, or the system has no priorities: it runs as it is.
  }
}

/** @param program the file of this program, which knows the commands `check-database` and `copy-database` */
export function openDatabaseFile(folder: string, file: string, program: string): DatabaseFile {
  const apart = new Apart(program);
  const copies = join(folder, COPIES);
  const found = () => {
    mkdirSync(copies, { recursive: true, mode: 0o700 });
    return readdirSync(copies).filter((name) => COPY.test(name));
  };
  return {
    endedUncleanly: endedUncleanly(file),
    check: async () => z.array(z.string()).parse(JSON.parse(await apart.run('check-database', file))),
    async copy(name) {
      found();
      const made = join(copies, `${name}.new`);
      await apart.run('copy-database', file, made);
      renameSync(made, join(copies, name));
    },
    copies: async () =>
      found()
        .map((name) => ({ name, stat: statSync(join(copies, name)) }))
        .map(({ name, stat }) => ({ name, at: stat.mtimeMs, bytes: stat.size }))
        .toSorted((one, other) => other.at - one.at),
    remove: async (name) => rmSync(join(copies, name), { force: true }),
    async room() {
      const { bavail, bsize } = await statfs(folder);
      return { bytes: filesOf(file).reduce((sum, path) => sum + statSync(path).size, 0), free: bavail * bsize };
    },
    close: () => apart.end(),
  };
}
