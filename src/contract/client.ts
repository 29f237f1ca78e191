// The calls of our own client, which a key binds to one organization or one system.
import * as z from 'zod/mini';
import { Id, Instant, Reference, call, entity, text, integer } from './define.ts';

/** A fileset with the attributes that the client uses. */
const Rule = z.object({
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
});

const Bound = z.object({ id: Id, model: z.enum(['organization', 'system']) });
const Link = z.object({ url: z.string(), file: z.string(), expiresAt: Instant });

/** The calls of clients on backed-up machines, and of users who install or signal one. It has no records. */
export const client = entity('client', {
  record: z.object({}),
  organization: null,
  calls: {
    hello: call({
      doc: 'Registers a client with its host name, version and platform. Returns its organization, systems and filesets.',
      method: 'POST',
      path: '/client/hello',
      input: z.object({
        hostName: text(200),
        version: text(40),
        internalIp: text(60),
        platform: text(80),
        instance: text(200),
      }),
      result: z.object({
        organization: z.extend(Reference, { timeZone: z.string() }),
        systems: z.array(z.extend(Reference, { forceDue: z.boolean(), filesets: z.array(Rule) })),
      }),
      may: 'client',
    }),
    report: call({
      doc: 'Reports an event of a backup run: `start`, `failed`, `log`, or `success` of a backup that is stored elsewhere.',
      method: 'POST',
      path: '/client/report',
      input: z.object({
        system: Id,
        event: z.enum(['start', 'success', 'failed', 'log']),
        at: Instant,
        /** When it is sent, by the clock of the sender: tells how old `at` and `date` are, however wrong that clock is. */
        sentAt: z.optional(Instant),
        text: z._default(text(20_000), ''),
        runId: z.optional(Id),
        file: z._default(text(255), ''),
        /** Bytes; absent if unknown. A backup of 0 bytes counts as a failure. */
        size: z.optional(integer(0, 2 ** 50)),
        /** Failures only: date of the backup that could not be stored. That backup or a newer one ends the failure. */
        date: z.optional(Instant),
      }),
      result: z.object({ ok: z.literal(true) }),
      may: 'client',
      errors: ['E_NOT_FOUND', 'E_RATE'],
    }),
    makeExe: call({
      doc: 'Builds the client of one organization or system with its key and returns a download link.',
      method: 'GET',
      path: '/client/make-exe',
      input: z.extend(Bound, { key: text(200).check(z.minLength(1, 'must not be empty')) }),
      result: Link,
      may: 'session',
      changes: true,
      errors: ['E_BAD_KEY', 'E_NO_CLIENT', 'E_NOT_FOUND'],
    }),
    exeLink: call({
      doc: 'Returns a short-lived download link to the client of one organization or system, including its key.',
      method: 'GET',
      path: '/client/get-exe-link',
      input: Bound,
      result: Link,
      may: 'session',
      errors: ['E_NO_CLIENT', 'E_NOT_FOUND'],
    }),
    signal: call({
      doc: 'Sends a command to a connected client: `backup`, `scan`, `restart`, `upgrade` or `identify`.',
      method: 'POST',
      path: '/client/signal',
      input: z.object({
        id: Id,
        type: z.enum(['organization', 'rpiclient', 'system']),
        signal: z.enum(['backup', 'scan', 'restart', 'upgrade', 'identify']),
      }),
      result: z.object({ sent: z.literal(true) }),
      may: 'session',
      errors: ['E_NOT_CONNECTED', 'E_NOT_FOUND'],
    }),
  },
});
