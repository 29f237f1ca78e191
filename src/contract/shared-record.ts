// Records that are either shared by all organizations or belong to one: schedules and retentions.
import * as z from 'zod/mini';
import { Id, Reference, call, name } from './define.ts';

/** The attributes of a record that tell its owner; both are null for a shared record. */
export const owner = { organization: z.nullable(Reference), organizationId: z.nullable(Id) };

/** The input of the owner. Null: shared; only users with `allOrganizations` can create and change shared records. */
export const ownerInput = z._default(z.nullable(Id), null);

/** Returns the call that copies a record for one organization and moves the systems of that organization to the copy. */
export const copyCall = <N extends string, R extends z.ZodMiniObject>(noun: N, record: R) =>
  call({
    doc: `Copies one ${noun} for an organization and moves the systems of that organization to the copy, all in one step. Moving systems needs \`system.update\`.`,
    method: 'POST',
    path: `/${noun}/:id/copy`,
    input: z.object({
      id: Id,
      organization: Id,
      /** The name of the copy; by default that of the original. */
      name: z.optional(name()),
    }),
    result: record,
    may: `${noun}.create`,
  });
