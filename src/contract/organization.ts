// A customer (tenant) that owns systems.
import * as z from 'zod';
import { Id, Instant, call, crud, entity, name, text } from './kernel.ts';
import { isTimeZone } from './calendar.ts';

const timeZone = z.string().refine(isTimeZone, 'must be an IANA time zone such as Europe/Berlin');

export const Organization = z.object({
  id: Id,
  name: z.string(),
  active: z.boolean(),
  timeZone: z.string(),
  phone: z.string(),
  reenableTime: Instant.nullable(),
  allowUpgrade: z.boolean(),
  clientVersion: z.string().nullable(),
  core_id: z.string().nullable(),
  keyConnected: z.boolean(),
  hasRpiClient: z.boolean(),
  rpiMacAddress: z.string().nullable(),
  ip: z.string().nullable(),
  internalIp: z.string().nullable(),
  lastConnection: Instant.nullable(),
  lastLog: z.string().nullable(),
  lastBackupLog: z.string().nullable(),
  /** How many systems it owns. */
  systems: z.number(),
  /** How many people are linked to it. */
  users: z.number(),
  /** How many of its active systems are in good health. */
  ok: z.number(),
  createdAt: Instant,
  updatedAt: Instant,
});

const writes = z.object({
  name: name(),
  active: z.boolean().default(true),
  timeZone: timeZone.default('UTC'),
  phone: text(40).default(''),
  reenableTime: Instant.nullable().default(null),
  allowUpgrade: z.boolean().default(true),
  rpiMacAddress: z
    .string()
    .regex(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i, 'must be a MAC address')
    .nullable()
    .default(null),
  /** Only false may be sent: it lets another client claim the key. */
  keyConnected: z.literal(false).default(false),
});

export const organization = entity('organization', {
  record: Organization,
  organization: 'id',
  derivesFrom: ['system', 'userorg'],
  calls: {
    ...crud('organization', Organization, writes),
    clientKey: call({
      doc: 'The key to type into this organization’s client.',
      method: 'GET',
      path: '/organization/:id/get-client-key',
      input: z.object({ id: Id }),
      result: z.object({ key: z.string() }),
      may: 'organization.update',
    }),
  },
});
