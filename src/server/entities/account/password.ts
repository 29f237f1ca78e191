// Passwords: hashed for storage, compared in constant time, and everything that ends when one changes.
import { hash, verify } from '@node-rs/argon2';

export const hashed = (password: string): Promise<string> =>
  hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

/** Verified against where there is no password, so that the answer takes as long as for a wrong one. */
const NOBODY = hashed('nobody has this password');

/** Whether it is the password of that hash; null is nobody's. */
export async function isPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const fits = await verify(passwordHash ?? (await NOBODY), password);
  return fits && passwordHash !== null && passwordHash !== undefined;
}
