// The noun search: records of every noun that the user may read, found by name.
import * as z from 'zod/mini';
import { alarmKinds } from './alarm-kind.ts';
import { Id, call, entity } from './define.ts';
import { healths } from './health.ts';

/** The nouns that are searched, in the order of the answer. */
export const searchedNouns = [
  'organization',
  'system',
  'alarm',
  'fileset',
  'user',
  'group',
  'schedule',
  'retention',
  'rpiclient',
  'orphan',
] as const;
/** One of `searchedNouns`. */
export type SearchedNoun = (typeof searchedNouns)[number];

/** One found record. */
export const Hit = z.object({
  noun: z.enum(searchedNouns),
  id: Id,
  name: z.string(),
  /** Its organization, the email of a user, or the system of a fileset. */
  note: z.string(),
  /** Only of an alarm and of an orphan. */
  kind: z.optional(z.enum([...alarmKinds, 'system', 'client'])),
  /** Only of a system. */
  health: z.optional(z.enum(healths)),
});

/**
 * Names are found that contain each word of the text, in any letter case: of an open alarm that of its system, of a fileset
 * its description or its file names, of a Raspberry Pi client also where it belongs.
 */
export const search = entity('search', {
  record: Hit,
  organization: null,
  calls: {
    find: call({
      doc: 'Finds records by name, within what the user may read: at most 8 of each noun, in order of name. A noun of which too many rows would have to be read is left out and named in `skipped`.',
      method: 'GET',
      path: '/search',
      input: z.object({
        term: z
          .string()
          .check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(100, 'must have at most 100 characters')),
        /** Only this noun, at most 50 records. */
        noun: z.optional(z.enum(searchedNouns)),
      }),
      result: z.object({ hits: z.array(Hit), skipped: z.array(z.enum(searchedNouns)) }),
      may: 'session',
    }),
  },
});
