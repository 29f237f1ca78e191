// A client on a Raspberry Pi: known by its MAC address, put in place by post and assigned later.
import * as z from 'zod';
import { Id, Instant, Reference, call, entity } from './define.ts';

export const MacAddress = z
  .string()
  .regex(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i, 'must be a MAC address')
  .transform((value) => value.toLowerCase());

export const RpiClient = z.object({
  id: Id,
  macAddress: z.string(),
  name: z.string(),
  ip: z.string().nullable(),
  lastConnection: Instant.nullable(),
  version: z.string().nullable(),
  /** The system it speaks for; null where it speaks for the whole organization, or waits. */
  system: Reference.nullable(),
  /** The organization it belongs to, by itself or by its system; null while it waits. */
  organization: Reference.nullable(),
  organizationId: Id.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  editedAt: Instant,
});

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
      doc: 'Reads one rpiclient.',
      method: 'GET',
      path: '/rpiclient/:id',
      input: z.object({ id: Id }),
      result: RpiClient,
      may: 'rpiclient.read',
    }),
    update: call({
      doc: 'Assigns a Raspberry Pi to a system or to an organization; null for what it has takes it back.',
      method: 'PATCH',
      path: '/rpiclient/:id',
      input: z.object({ id: Id, system: Id.nullable().optional(), organization: Id.nullable().optional() }),
      result: RpiClient,
      may: 'rpiclient.update',
      refuses: ['E_INVALID_VALUES_TO_SET'],
    }),
  },
});
