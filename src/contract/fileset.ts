// The noun fileset: a rule that selects the backup files of a system and reads name, date and time from them.
import * as z from 'zod/mini';
import { CHEAP_GLOB, MOST_WILDCARDS, STAYS_INSIDE, isCheapGlob, staysInside } from './files/glob.ts';
import { Id, Instant, Reference, crud, entity, text, integer } from './define.ts';
import { withIssue } from './validation-issues.ts';

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
  description: z._default(text(200), ''),
  glob: text(500).check(
    z.minLength(1, 'must not be empty'),
    z.refine(isCheapGlob, withIssue(CHEAP_GLOB, { code: 'glob_too_complex', maximum: MOST_WILDCARDS })),
    z.refine(staysInside, withIssue(STAYS_INSIDE, { code: 'glob_outside' })),
  ),
  /** Validated by files/pattern.ts, which rejects patterns that could hang. */
  pattern: z._default(text(500), ''),
  nameField: z._default(integer(0, 20), 0),
  dateField: z._default(integer(0, 20), 0),
  timeField: z._default(integer(0, 20), 0),
  dateFormat: z._default(text(40), 'YYYY-MM-DD'),
  timeFormat: z._default(text(40), 'HHmm'),
  static: z._default(z.boolean(), false),
  system: Id,
});

/** The calls of filesets. E_BAD_PATTERN reports a pattern that is invalid or could hang. */
export const fileset = entity('fileset', {
  record: Fileset,
  organization: 'organizationId',
  derivesFrom: ['system'],
  presets: { viewer: ['read'], onCall: ['read'] },
  calls: crud('fileset', Fileset, writes, { create: ['E_BAD_PATTERN'], update: ['E_BAD_PATTERN'] }),
});
