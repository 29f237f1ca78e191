// The noun system: one machine, or one application on it, that is backed up.
import * as z from 'zod/mini';
import { alarmKinds } from './alarm-kind.ts';
import { Id, Instant, Reference, call, crud, entity, name, text } from './define.ts';
import { Backup } from './backup.ts';
import { Fileset } from './fileset.ts';
import { healths } from './health.ts';
import { MacAddress } from './rpiclient.ts';
import { Purged, systemCare } from './system-calls.ts';
import { UploadInput, UploadKeys } from './upload.ts';

/** The schema of an alarm kind, worst first. */
export const AlarmKinds = z.enum(alarmKinds);
const ScheduleReference = z.extend(Reference, {
  intervalUnit: z.enum(['Days', 'Weeks', 'Months']),
  intervalValue: z.number(),
  alarmAfter: z.number(),
});

/** A system with its health at the time of the answer and the reports of its client. */
export const System = z.object({
  id: Id,
  name: z.string(),
  active: z.boolean(),
  alarmed: z.boolean(),
  /** The kinds of its open alarms, worst first. */
  alarms: z.array(AlarmKinds),
  organization: z.extend(Reference, { timeZone: z.string(), phone: z.string() }),
  organizationId: Id,
  organizationName: z.string(),
  schedule: z.nullable(ScheduleReference),
  /** Health at the time of the answer. */
  health: z.enum(healths),
  dueAt: z.nullable(Instant),
  alarmAt: z.nullable(Instant),
  failedAt: z.nullable(Instant),
  failedReason: z.nullable(z.string()),
  /** 28 cells, oldest first, today last, in the organization’s time zone: o l m . r */
  strip: z.string(),
  /** The local day of the last cell, 'YYYY-MM-DD': a strip that was answered yesterday ends yesterday. */
  stripDay: z.string(),
  allowUpgrade: z.boolean(),
  autoAssignName: z.boolean(),
  backupContent: z.enum(['files', 'database', 'image', 'mixed']),
  backupMethod: z.enum(['automatic', 'manual']),
  clientVersion: z.nullable(z.string()),
  contractStatus: z.enum(['active', 'trial', 'expired', 'none']),
  coreUpdates: z.boolean(),
  forceDue: z.boolean(),
  hasRpiClient: z.boolean(),
  internalIp: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  keepSize: z.number(),
  keyConnected: z.boolean(),
  kind: z.enum(['server', 'workstation', 'appliance', 'application', 'cloud']),
  lastBackup: z.nullable(Instant),
  lastBackupSize: z.nullable(z.number()),
  lastBackupLog: z.nullable(z.string()),
  lastBackupStatus: z.enum(['ok', 'failed', 'running', 'never']),
  lastConnection: z.nullable(Instant),
  lastLog: z.nullable(z.string()),
  /** True while its own client or that of its organization is connected. */
  connected: z.boolean(),
  notes: z.string(),
  platform: z.nullable(z.string()),
  projectManager: z.string(),
  /** Backups that retention would remove, as of the last evaluation, with their bytes and the bytes to keep. */
  purgeList: z.array(Purged),
  purgeSize: z.number(),
  reenableTime: z.nullable(Instant),
  retention: z.nullable(Reference),
  rpiMacAddress: z.nullable(z.string()),
  runningSince: z.nullable(Instant),
  server: z.string(),
  softwareRole: z.nullable(z.string()),
  softwareVersion: z.nullable(z.string()),
  tempZipLocation: z.string(),
  /** The user name its client logs in with; only in answers with one record, to whoever may update the system. */
  username: z.optional(z.string()),
  /** True if a user name for its client is stored; likewise the password, which no answer contains. */
  usernameSet: z.boolean(),
  passwordSet: z.boolean(),
  /** Its newest 30 backups; only if `populate` names them. */
  backups: z.optional(z.array(Backup)),
  /** Its filesets; only if `populate` names them. */
  filesets: z.optional(z.array(Fileset)),
  createdAt: Instant,
  updatedAt: Instant,
  editedAt: Instant,
});

const writes = z.object({
  name: name(),
  organization: Id,
  schedule: z._default(z.nullable(Id), null),
  active: z._default(z.boolean(), true),
  allowUpgrade: z._default(z.boolean(), true),
  autoAssignName: z._default(z.boolean(), false),
  backupContent: z._default(z.enum(['files', 'database', 'image', 'mixed']), 'files'),
  backupMethod: z._default(z.enum(['automatic', 'manual']), 'automatic'),
  contractStatus: z._default(z.enum(['active', 'trial', 'expired', 'none']), 'active'),
  coreUpdates: z._default(z.boolean(), false),
  forceDue: z._default(z.boolean(), false),
  hasRpiClient: z._default(z.boolean(), false),
  kind: z._default(z.enum(['server', 'workstation', 'appliance', 'application', 'cloud']), 'server'),
  notes: z._default(text(10_000), ''),
  projectManager: z._default(text(200), ''),
  reenableTime: z._default(z.nullable(Instant), null),
  retention: z._default(z.nullable(Id), null),
  rpiMacAddress: z._default(z.nullable(MacAddress), null),
  server: z._default(text(200), ''),
  tempZipLocation: z._default(text(500), ''),
  /** Stored encrypted. */
  username: z._default(text(200), ''),
  /** Write-only: stored encrypted, never in an answer. */
  password: z._default(text(500), ''),
  keyConnected: z._default(z.literal(false), false),
});

const byId = z.object({ id: Id });

/** The calls of systems. See system-calls.ts for those beyond CRUD. */
export const system = entity('system', {
  record: System,
  organization: 'organizationId',
  derivesFrom: ['organization', 'schedule', 'retention', 'backup', 'alarm'],
  navigation: { path: '/admin/health-status', section: 'fleet' },
  presets: { viewer: ['read'], onCall: ['read', 'update'] },
  calls: {
    ...crud('system', System, writes),
    ...systemCare(System),
    counts: call({
      doc: 'Returns the number of systems by health, and the ids of systems that are overdue or not backed up. Counts systems of active organizations, like `organization/health`; `inactiveSystems` counts the others.',
      method: 'GET',
      path: '/system/counts',
      result: z.object({
        total: z.number(),
        ok: z.number(),
        /** Systems that wait for their first backup; never part of `ok`. */
        waiting: z.number(),
        /** Systems that would be noticed if their backup did not happen. */
        watched: z.number(),
        paused: z.number(),
        /** Active systems without a schedule. */
        unscheduled: z.number(),
        overdue: z.array(Id),
        notBackedup: z.array(Id),
        failed: z.number(),
        late: z.number(),
        /**
         * 28 nights, oldest first, with the number of systems backed up in time, missed and late. The last one is the
         * local day of each organization.
         */
        nights: z.array(z.object({ ok: z.number(), missed: z.number(), late: z.number() })),
        manual: z.object({ ok: z.number(), count: z.number(), overdue: z.number() }),
        automatic: z.object({ ok: z.number(), count: z.number(), overdue: z.number() }),
        /** Active organizations. */
        organizations: z.number(),
        /** Active organizations with at least one watched system of which every watched one is ok. */
        organizationsOk: z.number(),
        /** Inactive organizations, and the number of their systems. */
        inactive: z.number(),
        inactiveSystems: z.number(),
      }),
      may: 'system.read',
    }),
    clientKey: call({
      doc: 'Returns the key to enter in the system’s own client.',
      method: 'GET',
      path: '/system/:id/get-client-key',
      input: byId,
      result: z.object({ key: z.string() }),
      may: 'system.readKey',
    }),
    rotateKey: call({
      doc: 'Replaces the key of the system’s client and returns the new one. The old key and its upload links end at once: the client stops until the new key is entered there. Also needs `system.readKey`.',
      method: 'POST',
      path: '/system/:id/rotate-client-key',
      input: byId,
      result: z.object({ key: z.string() }),
      may: 'system.update',
    }),
    uploadKeys: call({
      doc: 'Returns a pre-signed upload URL for one file of a system. `stored` is true if the same content is already stored.',
      method: 'GET',
      path: '/system/:id/get-upload-keys',
      input: UploadInput,
      result: UploadKeys,
      may: 'system.update',
      client: true,
      changes: true,
      errors: ['E_BAD_KEY', 'E_EXISTS', 'E_DANGLING', 'E_RATE'],
    }),
    rescanAlarm: call({
      doc: 'Evaluates the health and the alarms of one system now, without waiting for the next check.',
      method: 'GET',
      path: '/system/:id/rescan-alarm',
      input: byId,
      result: System,
      may: 'system.update',
      changes: true,
    }),
  },
});
