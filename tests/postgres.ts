// One PostgreSQL for a whole test run, from the binaries of the machine: started by whoever asks first, gone with the run.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const INSTALLED = '/usr/lib/postgresql';
const PATIENCE_MS = 150_000;
let made = 0;

/** The folder of the newest PostgreSQL programs, or null where there are none. */
export function postgresPrograms(): string | null {
  if (!existsSync(INSTALLED)) return null;
  const versions = readdirSync(INSTALLED).toSorted((a, b) => Number(b) - Number(a));
  return (
    versions.map((version) => join(INSTALLED, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ?? null
  );
}

/** PostgreSQL refuses to run as root; the keeper lives as long as the process `$1`, whose children the test workers are. */
const KEEPER = `
  cd "$2" || exit 1
  as() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
  if [ "$(id -u)" = 0 ]; then chown postgres "$2"; fi
  ( as "$3/initdb" -D "$2/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync &&
    as "$3/pg_ctl" -D "$2/data" -w -l "$2/log" -o "-k $2 -c listen_addresses='' -c fsync=off -c max_connections=200 -c autovacuum=off" start
  ) > "$2/keeper" 2>&1 && touch "$2/ready" || touch "$2/failed"
  while kill -0 "$1" 2>/dev/null; do sleep 1; done
  as "$3/pg_ctl" -D "$2/data" -m immediate stop > /dev/null 2>&1
  rm -rf "$2"
`;

/** The folder of the running cluster: its socket lies there. */
async function cluster(): Promise<string> {
  const programs = postgresPrograms();
  if (!programs) throw new Error('There is no PostgreSQL on this machine.');
  const folder = join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), `backwatch-pg-${process.ppid}`);
  try {
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    spawn('sh', ['-c', KEEPER, 'keeper', String(process.ppid), folder, programs], {
      detached: true,
      stdio: 'ignore',
    }).unref();
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  }
  for (let waited = 0; waited < PATIENCE_MS; waited += 50) {
    if (existsSync(join(folder, 'ready'))) return folder;
    if (existsSync(join(folder, 'failed'))) throw new Error(readFileSync(join(folder, 'keeper'), 'utf8'));
    await wait(50);
  }
  throw new Error('PostgreSQL did not start in time.');
}

const urlOf = (folder: string, name: string) =>
  `postgres://postgres@localhost/${name}?host=${encodeURIComponent(folder)}`;

async function admin(folder: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(folder, 'postgres') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

export interface Database {
  url: string;
  name: string;
  drop(): Promise<void>;
}

/** A database of one's own: an empty one, or a copy of one to which nobody is connected. */
export async function freshDatabase(from = 'template1'): Promise<Database> {
  const folder = await cluster();
  const name = `bw_${process.pid}_${(made += 1)}`;
  await admin(folder, `create database ${name} template ${from}`);
  return { url: urlOf(folder, name), name, drop: () => admin(folder, `drop database ${name} with (force)`) };
}
