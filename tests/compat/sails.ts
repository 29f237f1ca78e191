// The unmodified sails.io.js on the unmodified socket.io-client 2, as a test drives it; and a cable that can be cut.
import { createRequire } from 'node:module';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface Jwr {
  body: any;
  headers: Record<string, string>;
  statusCode: number;
  error?: Error;
}
type Callback = (body: any, jwr: Jwr) => void;

export interface SailsSocket {
  on(event: string, handler: (payload: any) => void): void;
  request(options: Record<string, unknown>, callback?: Callback): void;
  get(url: string, data?: unknown, callback?: Callback): void;
  disconnect(): void;
  isConnected(): boolean;
  headers?: Record<string, string>;
  _raw: { emit(event: string, ...message: unknown[]): void; disconnect(): void };
}
export interface ConnectOptions {
  transports?: string[];
  reconnection?: boolean;
  reconnectionDelay?: number;
  initialConnectionHeaders?: Record<string, string>;
}
interface Sails {
  sails: {
    autoConnect: boolean;
    environment: string;
    sdk: { version: string };
    connect(url: string, options: ConnectOptions): SailsSocket;
  };
}

const require = createRequire(import.meta.url);
/** Set once in a process: the package refuses to be put on the same client twice. */
export const io = (require('sails.io.js') as (client: unknown) => Sails)(require('socket.io-client-2'));
io.sails.autoConnect = false;
// Else it greets everyone on the console.
io.sails.environment = 'production';

/** A socket of somebody with these cookies, in the SDK's own words; connected when this resolves. */
export async function sailsSocket(
  origin: string,
  cookie: string,
  transports: string[],
  more: ConnectOptions = {},
): Promise<SailsSocket> {
  const socket = io.sails.connect(origin, {
    transports,
    ...(cookie ? { initialConnectionHeaders: { cookie } } : {}),
    ...more,
  });
  await happens(socket, 'connect');
  return socket;
}

export const happens = (socket: SailsSocket, event: string): Promise<any> =>
  new Promise((resolve) => socket.on(event, resolve));

/** One request through the SDK; `body` is the callback's first argument, `jwr` its second. */
export const sailsAsk = (
  socket: SailsSocket,
  method: string,
  url: string,
  data?: unknown,
  headers?: Record<string, string>,
): Promise<{ body: any; jwr: Jwr }> =>
  new Promise((resolve) => {
    const options = { method, url, ...(data === undefined ? {} : { data }), ...(headers ? { headers } : {}) };
    socket.request(options, (body, jwr) => resolve({ body, jwr }));
  });

/** A TCP line to a server that can swallow what comes back, and be cut. */
export class Cable {
  readonly #server: Server;
  readonly #ends = new Set<Socket>();
  #holds = false;
  #arrived: () => void = () => undefined;
  origin = '';

  private constructor(target: URL) {
    this.#server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      for (const end of [near, far]) {
        this.#ends.add(end);
        end.on('error', () => undefined);
        end.on('close', () => (near.destroy(), far.destroy(), this.#ends.delete(end)));
      }
      near.on('data', (bytes) => far.write(bytes));
      far.on('data', (bytes) => (this.#holds ? this.#arrived() : near.write(bytes)));
    });
  }

  static async to(origin: string): Promise<Cable> {
    const cable = new Cable(new URL(origin));
    await new Promise<void>((resolve) => void cable.#server.listen(0, '127.0.0.1', resolve));
    cable.origin = `http://127.0.0.1:${(cable.#server.address() as AddressInfo).port}`;
    return cable;
  }

  /** From here on answers are swallowed; resolves with the first that was. */
  swallow(): Promise<void> {
    this.#holds = true;
    return new Promise((resolve) => (this.#arrived = resolve));
  }

  /** Ends every connection; new ones go through. */
  cut(): void {
    this.#holds = false;
    for (const end of this.#ends) end.destroy();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}
