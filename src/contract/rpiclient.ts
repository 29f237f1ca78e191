// The noun rpiclient: a client on a Raspberry Pi, identified by its MAC address and assigned after delivery.
import * as z from 'zod/mini';
import { Id, Instant, Reference, call, entity } from './define.ts';

/** A MAC address with colons, converted to lower case. */
export const MacAddress = z.pipe(
  z.string().check(z.regex(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i, 'must be a MAC address')),
  z.transform((value) => value.toLowerCase()),
);

/** A client on a Raspberry Pi. `lastConnection`, `version` and `ip` are null until it connects. */
export const RpiClient = z.object({
  id: Id,
  macAddress: z.string(),
  name: z.string(),
  ip: z.nullable(z.string()),
  lastConnection: z.nullable(Instant),
  version: z.nullable(z.string()),
  /** The assigned system; null for a client of a whole organization or without an assignment. */
  system: z.nullable(Reference),
  /** The organization of the client or of its system; null without an assignment. */
  organization: z.nullable(Reference),
  organizationId: z.nullable(Id),
  createdAt: Instant,
  updatedAt: Instant,
  editedAt: Instant,
});

/** The calls of Raspberry Pi clients. No call creates or destroys a record. */
export const rpiclient = entity('rpiclient', {
  record: RpiClient,
  organization: 'organizationId',
  derivesFrom: ['system', 'organization'],
  navigation: { path: '/admin/rpiclients', section: 'fleet' },
  calls: {
    list: call({
      doc: 'Lists rpiclient records.',
      method: 'GET',
      path: '/rpiclient',
      result: z.array(RpiClient),
      may: 'rpiclient.read',
      list: true,
    }),
    get: call({
      doc: 'Returns one rpiclient.',
      method: 'GET',
      path: '/rpiclient/:id',
      input: z.object({ id: Id }),
      result: RpiClient,
      may: 'rpiclient.read',
    }),
    update: call({
      doc: 'Assigns a Raspberry Pi client to a system or to an organization. Null ends the current assignment.',
      method: 'PATCH',
      path: '/rpiclient/:id',
      input: z.object({ id: Id, system: z.optional(z.nullable(Id)), organization: z.optional(z.nullable(Id)) }),
      result: RpiClient,
      may: 'rpiclient.update',
      errors: ['E_INVALID_VALUES_TO_SET'],
    }),
  },
});
