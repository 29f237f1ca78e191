// The command line: its options, and a clear sentence for each error.
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join, parse, resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const HELP = `backwatch-client: finds new backups on this machine and sends them to Backwatch.

  backwatch-client --server URL --key KEY [options]

  --server URL          the Backwatch server, such as https://backup.example.com   (or BACKWATCH_SERVER);
                        up to 10 times: where one is gone, the next is tried
  --key KEY             this client's key, as the console shows it                 (or BACKWATCH_KEY)
  --state FOLDER        where the client keeps what it knows; a folder of your own, by default
  --root FOLDER         a folder that may be read, with all in it; up to 10 times; relative globs begin at the
                        first one; by default the current folder, which must then not be the whole disk
  --scan-every SECONDS  how often to look for new backups; by default 60
  --once                look once, send what is new, and end
  --give-up SECONDS     with --once: end when the server could not be reached for so long; by default 60
  --version             print the version and its software version stamp
  --help                print this

BACKWATCH_LED names the light that blinks on "identify" (a name under /sys/class/leds, or all).
Exit codes: 0 done, 1 something could not be stored (with --once), 2 wrong use, or the key was refused,
3 the server could not be reached (with --once).
`;

/** The settings of a run: http(s) origins, absolute folders, milliseconds. */
export type Settings = {
  /** At least one. */
  servers: string[];
  key: string;
  state: string;
  roots: string[];
  once: boolean;
  scanEveryMs: number;
  giveUpMs: number;
};
export type Asked = { show: 'help' | 'version' } | { settings: Settings } | { wrong: string };
type Env = Record<string, string | undefined>;

const options = {
  server: { type: 'string', multiple: true },
  key: { type: 'string' },
  state: { type: 'string' },
  root: { type: 'string', multiple: true },
  once: { type: 'boolean' },
  'scan-every': { type: 'string' },
  'give-up': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/** Reads the arguments (without node and script) and the environment. Never throws: `wrong` is a sentence. */
export function readArgs(argv: string[], env: Env): Asked {
  let values;
  try {
    values = parseArgs({ args: argv, options }).values;
  } catch (error) {
    return { wrong: `${firstSentence(error)} See --help.` };
  }
  if (values.help) return { show: 'help' };
  if (values.version) return { show: 'version' };
  const servers = readServers(values.server ?? [env.BACKWATCH_SERVER]);
  if ('wrong' in servers) return servers;
  const key = (values.key ?? env.BACKWATCH_KEY ?? '').trim();
  if (key === '') return { wrong: 'Which key? Give --key KEY or set BACKWATCH_KEY; the console shows it.' };
  const scanEveryMs = readSeconds('scan-every', values['scan-every']);
  if (typeof scanEveryMs !== 'number') return scanEveryMs;
  const giveUpMs = readSeconds('give-up', values['give-up']);
  if (typeof giveUpMs !== 'number') return giveUpMs;
  const roots = readRoots(values.root);
  if ('wrong' in roots) return roots;
  const state = resolve(values.state ?? defaultState(key, env));
  return {
    settings: {
      servers: servers.origins,
      key,
      state,
      roots: roots.folders,
      once: values.once ?? false,
      scanEveryMs,
      giveUpMs,
    },
  };
}

/** Milliseconds. */
function readSeconds(option: string, given = '60'): number | { wrong: string } {
  const seconds = Number(given);
  if (!(seconds >= 1 && seconds <= 86_400))
    return { wrong: `--${option} must be a number of seconds from 1 to 86400.` };
  return Math.round(seconds * 1000);
}

const SERVERS_MAX = 10;
const ROOTS_MAX = 10;

function readRoots(given: string[] | undefined): { folders: string[] } | { wrong: string } {
  const here = resolve('.');
  if (given === undefined && parse(here).root === here)
    return { wrong: `Which folders may be read? The current one is ${here}, the whole disk: give --root FOLDER.` };
  const folders = (given ?? ['.']).map((folder) => resolve(folder));
  return folders.length <= ROOTS_MAX ? { folders } : { wrong: `--root may be given ${ROOTS_MAX} times.` };
}

function readServers(given: (string | undefined)[]): { origins: string[] } | { wrong: string } {
  if (given.length > SERVERS_MAX) return { wrong: `--server may be given ${SERVERS_MAX} times.` };
  const origins: string[] = [];
  for (const one of given) {
    const read = readServer(one);
    if ('wrong' in read) return read;
    origins.push(read.origin);
  }
  return { origins };
}

function readServer(given: string | undefined): { origin: string } | { wrong: string } {
  if (!given?.trim()) return { wrong: 'Which server? Give --server URL or set BACKWATCH_SERVER.' };
  const wrong =
    '--server must be an address such as https://backup.example.com, without a path, a user or a question mark.';
  if (!URL.canParse(given.trim())) return { wrong };
  const url = new URL(given.trim());
  if (!/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.username || url.search || url.hash)
    return { wrong };
  return { origin: url.origin };
}

/** One folder for each key, so that two clients on one machine do not share a ledger. */
function defaultState(key: string, env: Env): string {
  const own = createHash('sha256').update(key).digest('hex').slice(0, 12);
  if (process.platform === 'win32') return join(env.LOCALAPPDATA ?? homedir(), 'Backwatch', own);
  return join(env.XDG_STATE_HOME ?? join(homedir(), '.local', 'state'), 'backwatch', own);
}

function firstSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\. .*$/s, '').replace(/[.\s]*$/, '.');
}
