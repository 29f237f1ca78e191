// Sends requests to the server over HTTP: CSRF header, socket id, If-Match, and errors as `ApiError`.
import { type RequestOptions, checkRequest } from './check-request.ts';
import type { ValidationIssue } from '#contract/validation-issues.ts';
import { ApiError, type ErrorParts } from './errors.ts';
import { takeEarly } from '#app/auth/early-session.ts';
import { cookie } from '#app/device/cookie.ts';
import { socketId } from '#app/realtime/socket-id.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** A request to the server. `params` or `data` becomes the query of a GET, else the JSON body. */
export interface HttpRequest extends RequestOptions {
  signal?: AbortSignal | undefined;
  /** The `editedAt` of the record that was read; the server answers 412 if somebody saved it since. */
  ifMatch?: string | undefined;
  /** Fails with `E_TIMEOUT` after this time, ms. Without it the request waits for as long as the browser does. */
  timeoutMs?: number | undefined;
}

/** A successful answer: `body` is the parsed JSON. */
export interface HttpResponse {
  body: unknown;
  /** The header `X-Total-Count` of a list, null without one. */
  total: number | null;
}

/**
 * Sends one request; `url` starts with `/api`. Throws `ApiError`, and `TypeError` for a malformed request. After `E_CSRF`
 * it tries once more, because that answer sets a new cookie.
 */
export async function request(options: HttpRequest): Promise<HttpResponse> {
  checkRequest(options);
  try {
    return await send(options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'E_CSRF') throw error;
    return send(options);
  }
}

/** As `request`, for an answer that is no JSON: `body` is its text. */
export async function requestText(options: HttpRequest): Promise<{ body: string; total: number | null }> {
  checkRequest(options);
  const { response, text } = await exchange(options);
  if (!response.ok) throw toApiError(response, parseJson(text));
  return { body: text, total: totalOf(response) };
}

async function send(options: HttpRequest): Promise<HttpResponse> {
  const { response, text } = await exchange(options);
  const body = parseJson(text);
  if (!response.ok) throw toApiError(response, body);
  if (body === undefined)
    throw new ApiError(response.status, 'E_BAD_ANSWER', { message: 'The server did not answer in JSON.' });
  return { body, total: totalOf(response) };
}

function totalOf({ headers }: Response): number | null {
  const total = headers.get('X-Total-Count');
  return total === null ? null : Number(total);
}

function exchange(options: HttpRequest): Promise<{ response: Response; text: string }> {
  const { method, url, params, data } = options;
  const hasBody = !SAFE_METHODS.has(method.toUpperCase());
  const input = params ?? data ?? {};
  return receive(
    options,
    (signal) =>
      takeEarly(url) ??
      fetch(hasBody ? url : url + queryString(input), {
        method,
        headers: headersFor(options, hasBody),
        credentials: 'same-origin',
        signal,
        ...(hasBody ? { body: JSON.stringify(input) } : {}),
      }),
  );
}

function headersFor({ headers, ifMatch }: HttpRequest, hasBody: boolean): Record<string, string> {
  const socket = socketId();
  return {
    Accept: 'application/json',
    'X-XSRF-TOKEN': cookie('XSRF-TOKEN'),
    ...(hasBody && { 'Content-Type': 'application/json' }),
    ...(socket !== null && { 'X-Socket-Id': socket }),
    ...(ifMatch !== undefined && { 'If-Match': `"${ifMatch}"` }),
    ...headers,
  };
}

// AbortSignal.any is missing on the oldest phones that support push, so the two signals are combined by hand.
async function receive(
  { method, signal, timeoutMs }: HttpRequest,
  run: (signal: AbortSignal) => Promise<Response>,
): Promise<{ response: Response; text: string }> {
  // The server may have done a write whose answer did not arrive.
  const mayBeDone = navigator.onLine && !SAFE_METHODS.has(method.toUpperCase());
  const controller = new AbortController();
  const abort = () => controller.abort();
  let timedOut = false;
  const expire = () => {
    timedOut = true;
    abort();
  };
  const timer = timeoutMs === undefined ? undefined : setTimeout(expire, timeoutMs);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  try {
    const response = await run(controller.signal);
    return { response, text: await response.text() };
  } catch {
    if (timedOut) throw new ApiError(0, 'E_TIMEOUT', { message: `timeout of ${timeoutMs}ms exceeded` });
    if (controller.signal.aborted) throw new ApiError(0, 'E_ABORTED', { message: 'Request aborted' });
    throw new ApiError(0, mayBeDone ? 'E_DISCONNECTED' : 'E_NETWORK', { message: 'Network Error' });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function queryString(input: object): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue;
    query.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isIssue = (value: unknown): value is ValidationIssue => isObject(value) && typeof value['code'] === 'string';

function toApiError({ status, headers }: Response, body: unknown): ApiError {
  const { code, message, details, issues, record, editedBy } = isObject(body) ? body : {};
  const parts: ErrorParts = {
    details: Array.isArray(details) ? details.map(String) : [],
    issues: Array.isArray(issues) ? issues.filter(isIssue) : [],
    current: record,
    requestId: headers.get('X-Request-Id'),
    retryAfterSeconds: Number(headers.get('Retry-After')) || null,
    ...(typeof message === 'string' && { message }),
    ...(isObject(editedBy) && { editedBy: { id: String(editedBy['id']), name: String(editedBy['name']) } }),
  };
  return new ApiError(status, typeof code === 'string' ? code : `E_${status}`, parts);
}
