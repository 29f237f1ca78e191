// Rejects a malformed request before it is sent, over HTTP and over the socket, with the messages of sails.io.js 1.2.1.

/** A request as a caller gives it. `params` and `data` are two names of one thing, so only one may be given. */
export interface RequestOptions {
  method: string;
  url: string;
  headers?: Record<string, string> | undefined;
  params?: object | undefined;
  data?: object | undefined;
}

const isDictionary = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isGiven = (value: unknown): boolean => value !== undefined;

/** Throws `TypeError` for a missing url, a wrong type, or `params` beside `data`. */
export function checkRequest({ method, url, headers, params, data }: RequestOptions): void {
  if (typeof url !== 'string' || url === '') throw new TypeError('Invalid or missing URL!');
  if (typeof method !== 'string' || !/^[a-z]+$/i.test(method))
    throw new TypeError('Invalid `method` provided (should be a string like "post" or "put")');
  const areTexts = isDictionary(headers) && Object.values(headers).every((value) => typeof value === 'string');
  if (isGiven(headers) && !areTexts)
    throw new TypeError('Invalid `headers` provided (should be a dictionary with string values)');
  if (isGiven(params) && !isDictionary(params))
    throw new TypeError('Invalid `params` provided (should be a dictionary with JSON-serializable values)');
  if (isGiven(data) && (typeof data !== 'object' || data === null))
    throw new TypeError('Invalid `data` provided (should be a dictionary with JSON-serializable values)');
  if (isGiven(params) && isGiven(data))
    throw new TypeError('Cannot specify both `params` and `data`!  They are aliases of each other.');
}
