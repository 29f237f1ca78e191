// Carries one call over HTTP: url and body out of the input, anti-forgery header, time limit, refusals.
import { Refused } from './errors.ts';

const TIME_LIMIT_MS = 8000;
const SAFE_METHODS = new Set(['GET', 'HEAD']);

export interface Carried {
  body: unknown;
  /** The whole count of a list, null where the answer carries none. */
  total: number | null;
}

/** Sends one call and answers its body; throws `Refused`. A refused anti-forgery token is tried once more with the new cookie. */
export async function carry(method: string, path: string, input: object = {}, signal?: AbortSignal): Promise<Carried> {
  try {
    return await send(method, path, input, signal);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'E_CSRF') throw error;
    return send(method, path, input, signal);
  }
}

async function send(method: string, path: string, input: object, signal?: AbortSignal): Promise<Carried> {
  const { url, rest } = fillPath(path, input);
  const safe = SAFE_METHODS.has(method);
  const headers: Record<string, string> = { Accept: 'application/json', 'X-XSRF-TOKEN': cookie('XSRF-TOKEN') };
  if (!safe) headers['Content-Type'] = 'application/json';
  const response = await inTime(signal, (within) =>
    fetch(safe ? url + queryOf(rest) : url, {
      method,
      headers,
      credentials: 'same-origin',
      signal: within,
      ...(safe ? {} : { body: JSON.stringify(rest) }),
    }).then(async (answer) => ({ answer, text: await answer.text() })),
  );
  const body = parse(response.text);
  if (!response.answer.ok) throw refusalOf(response.answer.status, body);
  if (body === undefined)
    throw new Refused(response.answer.status, 'E_BAD_ANSWER', [], 'The server did not answer in JSON.');
  const total = response.answer.headers.get('X-Total-Count');
  return { body, total: total === null ? null : Number(total) };
}

// AbortSignal.any is younger than the oldest phones that get push, so the two signals are joined by hand.
async function inTime<T>(signal: AbortSignal | undefined, run: (within: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const pass = () => limit.abort(signal?.reason);
  const timer = setTimeout(() => limit.abort(new Refused(0, 'E_TIMEOUT')), TIME_LIMIT_MS);
  signal?.addEventListener('abort', pass, { once: true });
  try {
    return await run(limit.signal);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw limit.signal.aborted ? new Refused(0, 'E_TIMEOUT') : new Refused(0, 'E_OFFLINE', [], String(error));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', pass);
  }
}

function fillPath(path: string, input: object): { url: string; rest: Record<string, unknown> } {
  const rest: Record<string, unknown> = { ...input };
  const filled = path.replace(/:(\w+)/g, (_, key: string) => {
    const value = String(rest[key]);
    delete rest[key];
    return encodeURIComponent(value);
  });
  return { url: `/api${filled}`, rest };
}

function queryOf(rest: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(rest)) {
    if (value === undefined || value === null) continue;
    query.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

function cookie(name: string): string {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  return found === undefined ? '' : decodeURIComponent(found.slice(name.length + 1));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusalOf(status: number, body: unknown): Refused {
  const said = (typeof body === 'object' && body !== null ? body : {}) as {
    code?: unknown;
    message?: unknown;
    details?: unknown;
  };
  const details = Array.isArray(said.details) ? said.details.map(String) : [];
  return new Refused(
    status,
    typeof said.code === 'string' ? said.code : `E_${status}`,
    details,
    typeof said.message === 'string' ? said.message : undefined,
  );
}
