// Runs the server and the demonstration's real clients as processes that begin and end together; `npm run dev` reloads too.
import { fork, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { runMachine } from './machines.mjs';

/** Everything has ended this long (ms) after it was asked to, or is cut off. */
const PATIENCE_MS = 4_800;
/** An editor saves a file in several steps. */
const SETTLED_MS = 200;
const SCAN_SECONDS = '5';

/**
 * Begins, and ends the process when all has ended. `env`: what the server is given besides this process's own;
 * `watched`: the folders of the `server` and of the `agent`, whose changes call for `rebuild` of that part (resolves
 * false where the old one is to go on) and a restart.
 */
export function supervise({ data, env = {}, watched = {}, rebuild = async () => true, closing = async () => {} }) {
  const family = new Family(resolve(data), env, closing);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void family.end(0));
  family.startServer();
  const restart = { server: () => family.restartServer(), agent: () => family.restartClients() };
  whenChanged(watched, async (part) => {
    if (await rebuild(part)) await restart[part]();
  });
}

class Family {
  #running = new Set();
  #stops = [];
  /** What each client was started with, by its process. */
  #clients = new Map();
  #server = null;
  #ending = false;
  #data;
  #env;
  #closing;

  constructor(data, env, closing) {
    this.#data = data;
    this.#env = env;
    this.#closing = closing;
  }

  #keep(child) {
    this.#running.add(child);
    child.once('exit', () => this.#running.delete(child));
    return child;
  }

  startServer() {
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'];
    const child = this.#keep(fork('dist/server/main.js', { stdio, env: { ...process.env, ...this.#env } }));
    this.#server = child;
    // A server that was started again finds its clients waiting for it.
    child.on('message', ({ address, clients }) => {
      if (this.#ending || this.#stops.length > 0) return;
      clients.forEach((client, index) => this.#startClient(client, index + 1, address));
    });
    child.once('exit', (code) => {
      if (child === this.#server) void this.end(code ?? 1);
    });
  }

  #startClient(client, number, address) {
    const home = join(this.#data, 'clients', String(number));
    const [root, state, logFile] = ['disk', 'state', 'client.log'].map((name) => join(home, name));
    mkdirSync(root, { recursive: true, mode: 0o700 });
    this.#stops.push(runMachine(client, root));
    const words = ['--server', address, '--root', root, '--state', state, '--scan-every', SCAN_SECONDS];
    this.#runClient({ name: client.name, key: client.key, words, logFile });
    console.log(`A real client backs up ${client.name}: ${root}`);
  }

  #runClient(given) {
    const { name, key, words, logFile } = given;
    const log = openSync(logFile, 'a', 0o600);
    // The key goes by the environment: an argument could be read by every process of the machine.
    const env = { ...process.env, BACKWATCH_KEY: key };
    const child = spawn(process.execPath, ['dist/agent/main.js', ...words], { stdio: ['ignore', log, log], env });
    closeSync(log);
    this.#clients.set(child, given);
    this.#keep(child).once('exit', (code) => {
      if (!this.#ending && this.#clients.has(child))
        console.error(`The client of ${name} ended (${code}): see ${logFile}`);
    });
  }

  async restartServer() {
    if (this.#ending) return;
    const old = this.#server;
    this.#server = null;
    if (this.#running.has(old)) await ended(old);
    if (!this.#ending) this.startServer();
  }

  async restartClients() {
    const old = [...this.#clients];
    this.#clients.clear();
    await Promise.all(old.filter(([child]) => this.#running.has(child)).map(([child]) => ended(child)));
    for (const [, given] of old) if (!this.#ending) this.#runClient(given);
  }

  async end(code) {
    if (this.#ending) return;
    this.#ending = true;
    for (const stop of this.#stops) stop();
    setTimeout(() => {
      for (const child of this.#running) child.kill('SIGKILL');
      process.exit(code);
    }, PATIENCE_MS);
    await Promise.all([...[...this.#running].map(ended), this.#closing()]);
    process.exit(code);
  }
}

/** Asks a process to end, and resolves when it has. */
function ended(child) {
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  return gone;
}

/** Acts once for many changes of a part at a time, and never twice at once. */
function whenChanged(watched, act) {
  let last = Promise.resolve();
  for (const [part, folders] of Object.entries(watched)) {
    let timer = null;
    let watches = [];
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        lookOut();
        last = last.then(() => act(part));
      }, SETTLED_MS);
    };
    // Folder by folder, and anew after each change: Node's recursive watch loses a file that an editor replaced.
    const lookOut = () => {
      for (const old of watches) old.close();
      watches = folders.flatMap(foldersFrom).map((folder) => watch(folder, later));
    };
    lookOut();
  }
}

function foldersFrom(top) {
  const below = readdirSync(top, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [top, ...below.map(({ parentPath, name }) => join(parentPath, name))];
}
