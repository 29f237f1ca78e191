// The large installation takes minutes to make: it is made once for all measurements of a run, or stored in
// BENCH_FLEET.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFleet, sizesOf, type Fleet } from './fleet.ts';
import { dropFolder, makeFolder, startServer, type ServerProcess } from './server-process.ts';

/** Its deadlines begin to pass after eighteen hours. */
const FRESH_MS = 12 * 3_600_000;

let made: Promise<Fleet> | null = null;

async function storedFleet(folder: string): Promise<Fleet> {
  const note = join(folder, 'fleet.json');
  const known = await readFile(note, 'utf8').then(
    (text) => JSON.parse(text) as Fleet & { at: number },
    () => null,
  );
  const same = JSON.stringify(known?.sizes) === JSON.stringify(sizesOf());
  if (known && same && Date.now() - known.at < FRESH_MS) return { ...known, folder };
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const fleet = await makeFleet(folder, sizesOf());
  await writeFile(note, JSON.stringify({ ...fleet, at: Date.now() }));
  return fleet;
}

/** Starts a server on the fleet, with more of its environment, for as long as the work takes. */
export async function withFleet<T>(
  env: Record<string, string>,
  work: (server: ServerProcess, fleet: Fleet) => Promise<T>,
): Promise<T> {
  const folder = process.env.BENCH_FLEET;
  made ??= folder ? storedFleet(folder) : makeFolder().then((fresh) => makeFleet(fresh, sizesOf()));
  const fleet = await made;
  const server = await startServer(fleet.folder, env);
  try {
    return await work(server, fleet);
  } finally {
    await server.stop();
  }
}

/** Throws away what was made for this run alone. */
export async function dropFleet(): Promise<void> {
  const fleet = await made?.catch(() => null);
  if (fleet && !process.env.BENCH_FLEET) await dropFolder(fleet.folder);
}
