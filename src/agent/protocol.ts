// The protocol between client and server: guards on incoming messages, and one virtual request.
import type { Socket } from 'socket.io-client';
import { requestOf, type CallName, type Input, type Result } from './calls.ts';

export type HelloResponse = Result<'hello'>;
export type SystemRule = HelloResponse['systems'][number];
/** A fileset's rule, as the console saved it. */
export type FilesetRule = SystemRule['filesets'][number];
/** A message that the server sends without a request. */
export type ServerMessage =
  | { verb: 'filesets'; systems: SystemRule[] }
  | { verb: 'signal'; signal: string; system: string | null };
export type Answer = { status: number; body: unknown };
/** Asks until the server answers, through every loss of the connection. Throws Refused, Broken or Stopped. */
export type Ask = <C extends CallName>(call: C, input: Input<C>) => Promise<unknown>;

/** The server answered no: its status, its code and its sentence. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, body: unknown) {
    const fields = isRecord(body) ? body : {};
    super(words(fields.message) || words(fields.code) || `The server answered ${status}.`);
    this.status = status;
    this.code = words(fields.code);
  }
}
/** The network, not the work, is at fault: to be tried again. */
export class Broken extends Error {}
/** The client is ending. */
export class Stopped extends Error {}

/** One virtual request. `offline`: the connection went; `silent`: it stands, but no answer came in `timeoutMs`. */
export function request<C extends CallName>(
  socket: Socket,
  call: C,
  input: Input<C>,
  timeoutMs: number,
): Promise<Answer | 'offline' | 'silent'> {
  return new Promise((resolve) => {
    if (!socket.connected) return resolve('offline');
    const { method, url, data } = requestOf(call, input);
    socket.timeout(timeoutMs).emit(method, { url, data }, (error: Error | null, answer: unknown) => {
      if (error) return resolve(socket.connected ? 'silent' : 'offline');
      const { statusCode, body } = isRecord(answer) ? answer : {};
      resolve({ status: typeof statusCode === 'number' ? statusCode : 500, body });
    });
  });
}

/** Answers that mean "not now" rather than "no". */
export const isPassing = (status: number) => [408, 429, 502, 503, 504].includes(status);

export function readHelloResponse(body: unknown): HelloResponse | null {
  if (!isRecord(body) || !isRecord(body.organization) || !Array.isArray(body.systems)) return null;
  const { id, name, timeZone } = body.organization;
  const organization = { id: words(id), name: words(name), timeZone: words(timeZone) || 'UTC' };
  return { organization, systems: readSystems(body.systems) };
}

export function readServerMessage(message: unknown): ServerMessage | null {
  if (!isRecord(message)) return null;
  const { verb, systems, signal, system } = message;
  if (verb === 'filesets' && Array.isArray(systems)) return { verb, systems: readSystems(systems) };
  if (verb === 'signal' && typeof signal === 'string') return { verb, signal, system: words(system) || null };
  return null;
}

function readSystems(list: unknown[]): SystemRule[] {
  return list.filter(isRecord).flatMap(({ id, name, forceDue, filesets }) => {
    if (typeof id !== 'string') return [];
    const rules = Array.isArray(filesets) ? filesets.filter(isRecord).flatMap(readRule) : [];
    return [{ id, name: words(name) || id, forceDue: forceDue === true, filesets: rules }];
  });
}

function readRule(rule: Record<string, unknown>): FilesetRule[] {
  const { id, glob } = rule;
  if (typeof id !== 'string' || typeof glob !== 'string') return [];
  const number = (value: unknown) => (typeof value === 'number' ? value : 0);
  return [
    {
      id,
      glob,
      description: words(rule.description),
      pattern: words(rule.pattern),
      nameField: number(rule.nameField),
      dateField: number(rule.dateField),
      timeField: number(rule.timeField),
      dateFormat: words(rule.dateFormat),
      timeFormat: words(rule.timeFormat),
      static: rule.static === true,
    },
  ];
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** A string, or the empty one for anything else. */
export const words = (value: unknown): string => (typeof value === 'string' ? value : '');
