// The rule that tells which files are a system's backups, and which name, date and time they carry.
import * as z from 'zod';
import { Id, Instant, Reference, crud, entity, text, whole } from './kernel.ts';

export const Fileset = z.object({
  id: Id,
  description: z.string(),
  glob: z.string(),
  pattern: z.string(),
  nameField: z.number(),
  dateField: z.number(),
  timeField: z.number(),
  dateFormat: z.string(),
  timeFormat: z.string(),
  static: z.boolean(),
  system: Reference,
  organizationId: Id,
  createdAt: Instant,
  updatedAt: Instant,
});

const MOST = 3;
const count = (text: string, part: RegExp): number => text.match(part)?.length ?? 0;

/** Whether a glob cannot hang: the engine goes back for each star and each choice, and what these multiply to has a limit. */
export const isCheapGlob = (glob: string): boolean =>
  !/[|]|[?*+@!]\(|\)[*?{]|[\])}]\+/.test(glob) &&
  count(glob, /\*\*+/g) <= MOST &&
  count(glob, /\{/g) <= MOST &&
  glob.split(/[\\/]/).every((part) => count(part, /\*+/g) <= MOST);

const writes = z.object({
  description: text(200).default(''),
  glob: text(500)
    .min(1, 'must not be empty')
    .refine(
      isCheapGlob,
      'may have 3 * between two slashes, 3 ** and 3 { in all, and no groups such as (a|b), @(a) or (a)+',
    ),
  /** Checked by contract/pattern.ts: one that could hang is refused. */
  pattern: text(500).default(''),
  nameField: whole(0, 20).default(0),
  dateField: whole(0, 20).default(0),
  timeField: whole(0, 20).default(0),
  dateFormat: text(40).default('YYYY-MM-DD'),
  timeFormat: text(40).default('HHmm'),
  static: z.boolean().default(false),
  system: Id,
});

export const fileset = entity('fileset', {
  record: Fileset,
  organization: 'organizationId',
  derivesFrom: ['system'],
  calls: crud('fileset', Fileset, writes, { create: ['E_BAD_PATTERN'], update: ['E_BAD_PATTERN'] }),
});
