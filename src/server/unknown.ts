// Reads values of unknown type: thrown errors, parsed JSON, results of a call that is known only at run time.

/** True for every object but null, arrays included: reading a key of it cannot fail, and answers `unknown`. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Returns one property of an object; undefined where it has none, or the value is no object. */
export const propertyOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

/** Returns the message of an error; of any other thrown value its text. */
export function errorMessage(thrown: unknown): string {
  const message = propertyOf(thrown, 'message');
  return typeof message === 'string' ? message : String(thrown);
}

/** Returns the code of an error, such as `ENOENT`, `23505` or `SQLITE_BUSY`; undefined where it has no code of text. */
export function errorCode(thrown: unknown): string | undefined {
  const code = propertyOf(thrown, 'code');
  return typeof code === 'string' ? code : undefined;
}

/** Returns the value as an object. @throws TypeError for any other value, since the code that made it is wrong */
export function asObject(value: unknown): Record<string, unknown> {
  if (isObject(value)) return value;
  throw new TypeError(`an object was expected, not ${typeof value}`);
}

/** Returns the value as a list of objects. @throws TypeError for any other value, since the code that made it is wrong */
export function asObjects(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.map(asObject);
  throw new TypeError(`a list was expected, not ${typeof value}`);
}
