// The noun fileset: a rule that selects the backup files of a system and reads name, date and time from them.
import * as z from 'zod';
import { CHEAP_GLOB, STAYS_INSIDE, isCheapGlob, staysInside } from './files/glob.ts';
import { Id, Instant, Reference, crud, entity, text, integer } from './define.ts';

/** A fileset of a system. The fields are numbers of capture groups in `pattern`; 0 means unused. */
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
  editedAt: Instant,
});

const writes = z.object({
  description: text(200).default(''),
  glob: text(500).min(1, 'must not be empty').refine(isCheapGlob, CHEAP_GLOB).refine(staysInside, STAYS_INSIDE),
  /** Validated by files/pattern.ts, which rejects patterns that could hang. */
  pattern: text(500).default(''),
  nameField: integer(0, 20).default(0),
  dateField: integer(0, 20).default(0),
  timeField: integer(0, 20).default(0),
  dateFormat: text(40).default('YYYY-MM-DD'),
  timeFormat: text(40).default('HHmm'),
  static: z.boolean().default(false),
  system: Id,
});

/** The calls of filesets. E_BAD_PATTERN reports a pattern that is invalid or could hang. */
export const fileset = entity('fileset', {
  record: Fileset,
  organization: 'organizationId',
  derivesFrom: ['system'],
  calls: crud('fileset', Fileset, writes, { create: ['E_BAD_PATTERN'], update: ['E_BAD_PATTERN'] }),
});
