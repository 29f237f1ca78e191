// Random ids without a library: `crypto.randomUUID` is missing on pages of plain HTTP.

/** Returns 128 random bits in hexadecimal digits. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
