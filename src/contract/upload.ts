// Input and result of the calls that prepare an upload, shared by system and organization.
import * as z from 'zod/mini';
import { Id, Instant } from './define.ts';

/** Input of a call that prepares an upload. `size` is in bytes; with `sha256` a file that is stored already is recognized. */
export const UploadInput = z.object({
  id: Id,
  name: z.string().check(z.minLength(1, 'must not be empty')),
  date: Instant,
  fileset: z.optional(Id),
  size: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2 ** 50))),
  sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits'))),
});

/** A pre-signed upload, valid until `expiresAt`. True `stored`: the same content is stored already, nothing to upload. */
export const UploadKeys = z.object({
  url: z.string(),
  method: z.literal('PUT'),
  headers: z.record(z.string(), z.string()),
  fields: z.record(z.string(), z.string()),
  key: z.string(),
  expiresAt: Instant,
  stored: z.boolean(),
});
