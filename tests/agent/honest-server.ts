// A small server that keeps the wire's promises to the client: it checks hashes, is idempotent, and remembers.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket as Wire } from 'node:net';
import { Server, type Socket } from 'socket.io';
import type { FilesetRule, SystemRule } from '#agent/protocol.ts';

type VirtualRequest = { url: string; data: Record<string, string> };
type Reply = { statusCode: number; body: unknown; headers: Record<string, string> };
type Grant = { key: string; sha256: string; size: number };
export type Report = { system: string; event: string; text: string; runId: string; at: string; date?: string };

export const KEY = 'KEY-of-the-test-0123456789';
export const SYSTEM = '01936f00-0000-7000-8000-000000000001';

export function rule(over: Partial<FilesetRule> = {}): FilesetRule {
  return {
    id: '01936f00-0000-7000-8000-0000000000f1',
    description: 'nightly',
    glob: 'backups/*.zip',
    pattern: '^(.+)-(\\d{8})\\.zip$',
    nameField: 1,
    dateField: 2,
    timeField: 0,
    dateFormat: 'YYYYMMDD',
    timeFormat: '',
    static: false,
    ...over,
  };
}

export class HonestServer {
  systems: SystemRule[] = [{ id: SYSTEM, name: 'db1', forceDue: false, filesets: [rule()] }];
  claimedBy: string | null = null;
  readonly stored = new Map<string, Buffer>();
  readonly backups: { system: string; date: string; key: string; sha256: string }[] = [];
  readonly reports: Report[] = [];
  hellos = 0;
  puts = 0;
  /** Stands between the first bytes of a PUT and its end, while set. */
  onPut: ((request: IncomingMessage, response: ServerResponse) => Promise<void> | void) | null = null;
  /** Answers a virtual request instead of the server, when it returns something. */
  onRequest: ((request: VirtualRequest) => Reply | null) | null = null;
  port = 0;
  private readonly grants = new Map<string, Grant>();
  private readonly sockets = new Set<Wire>();
  private readonly waiters = new Set<() => void>();
  private http: HttpServer | null = null;
  private io: Server | null = null;

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<this> {
    const http = createServer((request, response) => void this.respond(request, response));
    http.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
    this.io = new Server(http, { path: '/socket.io' });
    this.io.on('connection', (socket) => this.welcome(socket));
    this.http = http;
    http.listen(this.port, '127.0.0.1');
    await once(http, 'listening');
    this.port = (http.address() as AddressInfo).port;
    return this;
  }

  /** As a power cut: every connection is gone at once. */
  async stop(): Promise<void> {
    const { http, io } = this;
    if (!http) return;
    this.http = null;
    const closed = once(http, 'close');
    void io?.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Sends an event to every client. */
  tell(message: object): void {
    this.io?.emit('client', message);
  }

  /** Resolves when `met` holds; looked at after everything that happens here. */
  async until(met: () => boolean): Promise<void> {
    if (met()) return;
    await new Promise<void>((resolve) => {
      const scanFileset = () => {
        if (!met()) return;
        this.waiters.delete(scanFileset);
        resolve();
      };
      this.waiters.add(scanFileset);
    });
  }

  events(event: string): Report[] {
    return this.reports.filter((report) => report.event === event);
  }

  private stir(): void {
    for (const scanFileset of this.waiters) scanFileset();
  }

  private welcome(socket: Socket): void {
    const { key, instance } = socket.handshake.auth as { key: string; instance: string };
    for (const method of ['get', 'post']) {
      socket.on(method, (request: VirtualRequest, ack: (reply: Reply) => void) => {
        const reply = this.onRequest?.(request) ?? this.answer(request, key, instance);
        ack(reply);
        this.stir();
      });
    }
  }

  private answer({ url, data }: VirtualRequest, key: string, instance: string): Reply {
    const reply = (statusCode: number, body: unknown) => ({ statusCode, body, headers: {} });
    if (key !== KEY) return reply(401, { code: 'E_UNAUTHORIZED', message: 'no' });
    if (this.claimedBy !== null && this.claimedBy !== instance)
      return reply(409, { code: 'E_KEY_CLAIMED', message: 'no' });
    this.claimedBy = instance;
    if (url === '/api/client/hello') {
      this.hellos++;
      return reply(200, { organization: { id: 'o', name: 'Acme', timeZone: 'Europe/Berlin' }, systems: this.systems });
    }
    if (url === '/api/client/report') {
      this.reports.push(data as unknown as Report);
      return reply(200, { ok: true });
    }
    if (url === '/api/backup/notify') return this.notify(data, reply);
    const system = /^\/api\/system\/([^/]+)\/get-upload-keys$/.exec(url)?.[1];
    return system ? this.grant(system, data, reply) : reply(404, { code: 'E_NOT_FOUND', message: 'Not Found' });
  }

  private grant(
    system: string,
    { name, date, fileset, size, sha256 }: Record<string, string>,
    reply: (s: number, b: unknown) => Reply,
  ) {
    const key = `${system}/${fileset}/${date}/${name}`;
    const token = createHash('sha256').update(`${key} ${sha256}`).digest('hex').slice(0, 16);
    this.grants.set(token, { key, sha256: sha256 ?? '', size: Number(size) });
    const held = this.stored.get(key);
    const stored = held !== undefined && sha(held) === sha256;
    if (held && !stored) {
      if (this.backups.some((backup) => backup.key === key))
        return reply(409, { code: 'E_EXISTS', message: 'Another file with this name and date is already stored.' });
      this.stored.delete(key);
    }
    const headers = { 'x-grant': token };
    return reply(200, { url: `/upload/${token}`, method: 'PUT', headers, key, expiresAt: '', stored });
  }

  private notify(
    { system = '', date = '', key = '' }: Record<string, string>,
    reply: (s: number, b: unknown) => Reply,
  ) {
    const held = this.stored.get(key);
    if (!held) return reply(400, { code: 'E_NOT_STORED', message: 'That backup is not there.' });
    const known = this.backups.find((backup) => backup.key === key && backup.sha256 === sha(held));
    const backup = known ?? { system, date, key, sha256: sha(held) };
    if (!known) this.backups.push(backup);
    return reply(200, backup);
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url?.startsWith('/socket.io')) return;
    const grant = this.grants.get(request.url?.split('/').pop() ?? '');
    this.puts++;
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        if (chunks.length === 1) await this.onPut?.(request, response);
        if (response.writableEnded) return;
      }
      this.stir();
      const body = Buffer.concat(chunks);
      const right = grant && body.length === grant.size && sha(body) === grant.sha256;
      const held = right ? this.stored.get(grant.key) : undefined;
      const taken = held !== undefined && !held.equals(body);
      if (right && !taken && request.headers['x-grant']) this.stored.set(grant.key, body);
      response.writeHead(taken ? 409 : right ? 200 : 422, { 'content-type': 'application/json' });
      response.end(JSON.stringify(right ? {} : { message: 'The bytes are not those that were promised.' }));
    } catch {
      response.destroy();
    }
  }
}

export const sha = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
