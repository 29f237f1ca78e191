// Input and result of the calls that prepare an upload, shared by system and organization.
import * as z from 'zod';
import { Id, Instant } from './define.ts';

/** Input of a call that prepares an upload. `size` is in bytes; with `sha256` a file that is stored already is recognized. */
export const UploadInput = z.object({
  id: Id,
  name: z.string().min(1, 'must not be empty'),
  date: Instant,
  fileset: Id.optional(),
  size: z.coerce
    .number()
    .int()
    .min(0)
    .max(2 ** 50)
    .optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
    .optional(),
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
