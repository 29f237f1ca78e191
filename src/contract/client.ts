// What our own client says: it is bound to one organization or one system by its key.
import * as z from 'zod';
import { Id, Instant, Reference, call, entity, text, whole } from './kernel.ts';

/** A fileset as the client needs it. */
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

export const client = entity('client', {
  record: z.object({}),
  organization: null,
  calls: {
    hello: call({
      doc: 'A client says what it is and hears which systems and filesets are its own.',
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
        organization: Reference.extend({ timeZone: z.string() }),
        systems: z.array(Reference.extend({ forceDue: z.boolean(), filesets: z.array(Rule) })),
      }),
      may: 'client',
    }),
    report: call({
      doc: 'A client’s word on a run: start, success (of a backup that lies elsewhere), failed, or a log line.',
      method: 'POST',
      path: '/client/report',
      input: z.object({
        system: Id,
        event: z.enum(['start', 'success', 'failed', 'log']),
        at: Instant,
        text: text(20_000).default(''),
        runId: Id.optional(),
        file: text(255).default(''),
        size: whole(0, 2 ** 50).default(0),
      }),
      result: z.object({ ok: z.literal(true) }),
      may: 'client',
    }),
  },
});
