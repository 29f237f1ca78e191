// Two ways to speak to a running server as its people do: a browser's HTTP with cookies, and a live socket.
import { io, type Socket } from 'socket.io-client';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: any;
}

export interface Event {
  event: string;
  payload: any;
}

/** The headers of every request of one caller. */
export interface Identity {
  cookie?: string;
  key?: string;
  instance?: string;
  /** The address that a proxy would name. */
  address?: string;
}

const WITHOUT_BODY = new Set(['GET', 'HEAD']);

/** A browser: keeps cookies, sends the anti-forgery cookie back as a header as axios does. */
export class Browser {
  readonly origin: string;
  readonly cookies = new Map<string, string>();
  readonly #fixed: Record<string, string>;

  constructor(origin: string, fixed: Record<string, string> = {}) {
    this.origin = origin;
    this.#fixed = fixed;
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** One request; `body` is sent as JSON, a string as it is. `headers` win, and an empty one is left out. */
  async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const token = this.cookies.get('XSRF-TOKEN');
    const all: Record<string, string> = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(this.cookies.size > 0 ? { cookie: this.cookie } : {}),
      ...(token ? { 'x-xsrf-token': token } : {}),
      ...this.#fixed,
      ...headers,
    };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
    const payload =
      body === undefined || WITHOUT_BODY.has(method) ? null : typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${this.origin}${path}`, { method, headers: sent, body: payload, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    const text = await response.text();
    const responseHeaders = Object.fromEntries(response.headers);
    if (responseHeaders['set-cookie']) responseHeaders['set-cookie'] = response.headers.getSetCookie().join('\n');
    return { status: response.status, headers: responseHeaders, body: parsed(text) };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A live socket of one caller, with every event it got. */
export class Line {
  readonly socket: Socket;
  readonly events: Event[] = [];

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.onAny((event: string, payload: unknown) => void this.events.push({ event, payload }));
  }

  static open(origin: string, { cookie, key, instance, address }: Identity): Promise<Line> {
    const extraHeaders = { ...(cookie && { cookie }), ...(address && { 'x-forwarded-for': address }) };
    const socket = io(origin, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      extraHeaders,
      ...(key ? { auth: { key, instance } } : {}),
    });
    const line = new Line(socket);
    return new Promise((resolve, reject) => {
      socket.on('connect', () => resolve(line));
      socket.on('connect_error', reject);
    });
  }

  /** One virtual request. */
  async ask(method: string, url: string, data?: unknown): Promise<Answer> {
    const answer = await this.raw(method.toLowerCase(), { method, url, ...(data === undefined ? {} : { data }) });
    return { status: answer.statusCode, headers: answer.headers, body: answer.body };
  }

  /** Sends any message as any event; returns the acknowledgement. */
  raw(event: string, ...message: unknown[]): Promise<any> {
    return this.socket.timeout(10_000).emitWithAck(event, ...message);
  }

  /** Everything that was sent to this socket before has arrived when this resolves: answers keep the order of events. */
  async caughtUp(): Promise<Event[]> {
    await this.ask('GET', '/api/auth/check-user');
    return this.events;
  }

  close(): void {
    this.socket.disconnect();
  }
}
