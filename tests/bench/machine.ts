// The speed of the machine during a measurement: many machines are shared, and no figure is faster than its machine.
import { spawn } from 'node:child_process';

const LOOK_MS = 1500;
/** A loop that does nothing else is not away longer than this by itself. */
const GAP_MS = 2;

/** The share of the time, 0 to 1, that a loop which never rests was running. */
export function shareOfCpu(): number {
  const begun = performance.now();
  let lost = 0;
  let last = begun;
  while (last - begun < LOOK_MS) {
    const now = performance.now();
    if (now - last > GAP_MS) lost += now - last;
    last = now;
  }
  return 1 - lost / (last - begun);
}

const ROUNDS = 7;
const RECORDS = Array.from({ length: 20_000 }, (_, index) => ({
  id: (index * 7919) % 20_011,
  name: `system ${index}`,
  alarms: [index],
}));

/** The milliseconds of a fixed piece of work, the quickest of seven: figures of two machines compare by their ratio to it. */
export function fixedWork(): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const begun = performance.now();
    const copy = JSON.parse(JSON.stringify(RECORDS)) as typeof RECORDS;
    const byName = new Map(copy.toSorted((a, b) => a.id - b.id).map((record) => [record.name, record]));
    // The result is used, so that the engine cannot leave the work out.
    return byName.size > 0 ? performance.now() - begun : Infinity;
  });
  return Math.min(...times);
}

/** A program in a process of its own that sends the port on which it listens. */
async function startProgram(text: string): Promise<{ port: number; stop(): void }> {
  const child = spawn(process.execPath, ['-e', text], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const port = await new Promise<number>((listening) => child.once('message', (message) => listening(Number(message))));
  return { port, stop: () => void child.kill() };
}

const BARE = `require('node:http').createServer((request, response) => {
  request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{"ok":true}'));
}).listen(0, '127.0.0.1', function () { process.send(this.address().port); });`;

/** A server of Node's own that answers without doing anything: what others are measured against. */
export async function startBare(): Promise<{ url: string; stop(): void }> {
  const { port, stop } = await startProgram(BARE);
  return { url: `http://127.0.0.1:${port}/`, stop };
}

const BARE_SOCKETS = `const { Server } = require('socket.io');
const http = require('node:http').createServer();
const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false, serveClient: false });
io.on('connection', (socket) => socket.on('tell', (text) => io.emit('told', text)));
http.listen(0, '127.0.0.1', function () { process.send(this.address().port); });`;

/** Live sockets without a product: all receive the messages of one. */
export async function startBareSockets(): Promise<{ origin: string; stop(): void }> {
  const { port, stop } = await startProgram(BARE_SOCKETS);
  return { origin: `http://127.0.0.1:${port}`, stop };
}
