// The noun organization: a customer (tenant) that owns systems.
import * as z from 'zod/mini';
import { Id, Instant, Reference, call, crud, entity, name, phone, text } from './define.ts';
import { healths } from './health.ts';
import { isTimeZone } from './time/calendar.ts';
import { MacAddress } from './rpiclient.ts';
import { System } from './system.ts';
import { UploadInput, UploadKeys } from './upload.ts';

const MAX_SEARCH = 200;
const timeZone = z.string().check(z.refine(isTimeZone, 'must be an IANA time zone such as Europe/Berlin'));

/** A linked user, as a populated organization shows it. */
export const LinkedUser = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  mobilePhone: z.string(),
  active: z.boolean(),
});
/** A system, as a populated organization shows it. */
export const OwnedSystem = z.extend(Reference, {
  active: z.boolean(),
  alarmed: z.boolean(),
  health: z.enum(healths),
  lastBackup: z.nullable(Instant),
  lastBackupStatus: z.string(),
  kind: z.string(),
});

/** An organization with counts of its systems and users. */
export const Organization = z.object({
  id: Id,
  name: z.string(),
  active: z.boolean(),
  timeZone: z.string(),
  phone: z.string(),
  reenableTime: z.nullable(Instant),
  allowUpgrade: z.boolean(),
  clientVersion: z.nullable(z.string()),
  core_id: z.nullable(z.string()),
  keyConnected: z.boolean(),
  hasRpiClient: z.boolean(),
  rpiMacAddress: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  internalIp: z.nullable(z.string()),
  lastConnection: z.nullable(Instant),
  lastLog: z.nullable(z.string()),
  lastBackupLog: z.nullable(z.string()),
  /** Number of systems that it owns. */
  systems: z.number(),
  /** Number of linked users. */
  users: z.number(),
  /** Number of its systems with health `ok`. */
  ok: z.number(),
  /** The linked users; only if `populate` names them. */
  user: z.optional(z.array(LinkedUser)),
  /** The systems that it owns; only if `populate` names them. */
  system: z.optional(z.array(OwnedSystem)),
  createdAt: Instant,
  updatedAt: Instant,
  editedAt: Instant,
});

const block = z.object({ ok: z.number(), count: z.number(), overdue: z.number() });
/**
 * Counts active organizations with their systems, as `system/counts` does; `inactive` counts the other organizations.
 * A system that waits for its first backup, is paused or has no schedule is never part of `ok`.
 */
const HealthSummary = z.object({
  inactive: z.number(),
  organizations: z.number(),
  organizationsOk: z.number(),
  systems: z.number(),
  systemsOk: z.number(),
  overdue: z.number(),
  notBackedup: z.number(),
  /** Counts by `backupMethod`. */
  manual: block,
  automatic: block,
});

const Troubled = z.extend(Reference, { lastBackup: z.nullable(Instant), dueAt: z.nullable(Instant) });
const HealthStatus = z.extend(Reference, {
  /** The worst health of its systems; `unwatched` if none is watched. */
  health: z.enum(healths),
  systems: z.number(),
  ok: z.number(),
  failed: z.array(Troubled),
  notBackedup: z.array(Troubled),
  overdue: z.array(Troubled),
});

/** An organization with the state of its systems. */
const FleetRow = z.extend(Reference, {
  active: z.boolean(),
  reenableTime: z.nullable(Instant),
  /** Number of systems that it owns, and of those with health `ok`. */
  systems: z.number(),
  ok: z.number(),
  /** Its system that needs a person most; null without a system. */
  worst: z.nullable(
    z.pick(System, {
      id: true,
      name: true,
      active: true,
      alarms: true,
      health: true,
      schedule: true,
      lastBackup: true,
      failedAt: true,
      failedReason: true,
      dueAt: true,
      alarmAt: true,
      runningSince: true,
      reenableTime: true,
      createdAt: true,
    }),
  ),
  /** Time of the newest good backup of any of its systems. */
  lastBackup: z.nullable(Instant),
  /** 28 nights, oldest first, with the number of its systems backed up in time, missed and late. */
  nights: z.array(z.object({ ok: z.number(), missed: z.number(), late: z.number() })),
});

const KnownClient = z.extend(Reference, {
  model: z.enum(['organization', 'system', 'rpiclient']),
  keyConnected: z.boolean(),
  /** Null if only the last connection is known. */
  connected: z.nullable(z.boolean()),
  clientVersion: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  internalIp: z.nullable(z.string()),
  macAddress: z.nullable(z.string()),
  lastConnection: z.nullable(Instant),
});

const writes = z.object({
  name: name(),
  active: z._default(z.boolean(), true),
  timeZone: z._default(timeZone, 'UTC'),
  phone: z._default(phone(), ''),
  reenableTime: z._default(z.nullable(Instant), null),
  allowUpgrade: z._default(z.boolean(), true),
  core_id: z._default(z.nullable(text(100)), null),
  rpiMacAddress: z._default(z.nullable(MacAddress), null),
  hasRpiClient: z._default(z.boolean(), false),
  /** Accepts only false, which lets another client claim the key. */
  keyConnected: z._default(z.literal(false), false),
});

/** The calls of organizations. Its records are scoped by their own id. */
export const organization = entity('organization', {
  record: Organization,
  organization: 'id',
  derivesFrom: ['system', 'userorg', 'user'],
  navigation: { path: '/admin/organizations', section: 'fleet' },
  presets: { viewer: ['read'], onCall: ['read'] },
  calls: {
    ...crud('organization', Organization, writes),
    clientKey: call({
      doc: 'Returns the key to enter in the organization’s client.',
      method: 'GET',
      path: '/organization/:id/get-client-key',
      input: z.object({ id: Id }),
      result: z.object({ key: z.string() }),
      may: 'organization.readKey',
    }),
    rotateKey: call({
      doc: 'Replaces the key of the organization’s client and returns the new one. The old key and its upload links end at once: the client stops until the new key is entered there. Also needs `organization.readKey`.',
      method: 'POST',
      path: '/organization/:id/rotate-client-key',
      input: z.object({ id: Id }),
      result: z.object({ key: z.string() }),
      may: 'organization.update',
    }),
    uploadKeys: call({
      doc: 'Returns a pre-signed upload URL for one file of a fileset of the organization.',
      method: 'GET',
      path: '/organization/:id/get-upload-keys',
      input: z.extend(UploadInput, { fileset: Id }),
      result: UploadKeys,
      may: 'system.update',
      client: true,
      changes: true,
      errors: ['E_BAD_KEY', 'E_EXISTS', 'E_DANGLING', 'E_RATE'],
    }),
    health: call({
      doc: 'Returns the numbers of organizations and systems by health.',
      method: 'GET',
      path: '/organization/health',
      result: HealthSummary,
      may: 'organization.read',
    }),
    healthStatus: call({
      doc: 'Lists the active organizations with the systems that need attention, worst first.',
      method: 'GET',
      path: '/organization/health-status',
      result: z.array(HealthStatus),
      may: 'system.read',
    }),
    fleet: call({
      doc: 'Lists organizations with the state of their systems. Also filters and sorts by `severity`, the worst of its systems, and by `state`: `trouble`, `other` (late, waiting or not watched), `ok` or `paused`.',
      method: 'GET',
      path: '/organization/fleet',
      result: z.array(FleetRow),
      may: 'organization.read',
      list: true,
    }),
    available: call({
      doc: 'Searches organizations by name and returns the first 20 matches, sorted by name. `linked` leaves out those that `readAll` alone shows.',
      method: 'GET',
      path: '/organization/available',
      input: z.object({
        searchTerm: z._default(text(MAX_SEARCH), ''),
        linked: z._default(z.boolean('must be true or false'), false),
      }),
      result: z.array(Reference),
      may: 'organization.read',
    }),
    clients: call({
      doc: 'Lists the clients of an organization and of its systems. Includes only clients that the user can read.',
      method: 'GET',
      path: '/organization/:id/clients',
      input: z.object({ id: Id }),
      result: z.array(KnownClient),
      may: 'organization.read',
    }),
  },
});
