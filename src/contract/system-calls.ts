// Calls of a system beyond CRUD: retention preview, scans, alarms, clearing.
import * as z from 'zod/mini';
import { Backup } from './backup.ts';
import { Id, Instant, Reference, call } from './define.ts';
import { BulkAction, BulkValues, MOST_SYSTEMS } from './job.ts';
import { ScanResult } from './scanresult.ts';

const byId = z.object({ id: Id });

/** A backup that retention would remove. */
export const Purged = z.object({ id: Id, date: Instant, file: z.string(), size: z.number(), key: z.string() });

const WrongKind = z.extend(Reference, {
  organization: Reference,
  backupContent: z.string(),
  /** Kind of the file by its first bytes, see files/content.ts; `missing` if no file is stored any more. */
  found: z.enum(['empty', 'page', 'archive', 'database', 'image', 'unknown', 'missing']),
  backup: z.object({ date: Instant, file: z.string(), size: z.number(), key: z.string() }),
});

/** Lists of systems filtered by their trouble. */
const troubles = <S extends z.ZodMiniObject>(record: S) => {
  const narrowed = (path: string, doc: string) =>
    call({ doc, method: 'GET', path, result: z.array(record), may: 'system.read', list: true });
  return {
    alarms: narrowed('/system/alarms', 'Lists systems with an open alarm.'),
    overdue: narrowed('/system/overdue', 'Lists overdue systems.'),
    notBackedup: narrowed(
      '/system/not-backedup',
      'Lists systems that have never been backed up although a backup was due.',
    ),
    kindCheck: call({
      doc: 'Lists systems whose newest stored backup does not match their `backupContent`. The kind of the file is detected from its first bytes.',
      method: 'GET',
      path: '/system/backup-kind-check',
      result: z.array(WrongKind),
      may: 'system.read',
    }),
  };
};

const scans = {
  scan: call({
    doc: 'Requests a scan of a system, or of one of its filesets. The scan is `pending` until a connected client receives it.',
    method: 'POST',
    path: '/system/:id/scan',
    input: z.object({ id: Id, fileset: z.optional(Id) }),
    result: ScanResult,
    may: 'system.update',
    errors: ['E_DANGLING'],
  }),
  versionScan: call({
    doc: 'Requests the version of the monitored software from every connected client.',
    method: 'POST',
    path: '/system/esversion-scan',
    result: z.object({ asked: z.number(), scans: z.array(Id) }),
    may: 'system.update',
  }),
};

const bulk = {
  bulk: call({
    doc: `Begins a job that changes up to ${MOST_SYSTEMS} systems, one unit of work each, and returns its id at once. Takes the systems by \`ids\` or by \`where\`, as lists do. \`destroy\` also needs \`system.destroy\`. See \`GET /api/job/{id}\`.`,
    method: 'POST',
    path: '/system/bulk',
    input: z.object({
      ids: z.optional(
        z
          .array(Id)
          .check(
            z.minLength(1, 'must not be empty'),
            z.maxLength(MOST_SYSTEMS, `must have at most ${MOST_SYSTEMS} ids`),
          ),
      ),
      where: z.optional(z.record(z.string(), z.unknown())),
      action: BulkAction,
      /** For `update`: at least one. A move needs a schedule and a retention that are shared or the new organization’s. */
      values: z.optional(BulkValues),
    }),
    result: z.object({ job: Id }),
    may: 'system.update',
    errors: ['E_TOO_MANY', 'E_RATE'],
  }),
};

/** Returns the calls; `record` is the schema of a system. */
export const systemCare = <S extends z.ZodMiniObject>(record: S) => ({
  ...troubles(record),
  ...scans,
  ...bulk,
  rescanAlarms: call({
    doc: 'Evaluates the health and the alarms of every system now, without waiting for the next check.',
    method: 'GET',
    path: '/system/rescan-alarms',
    result: z.object({ systems: z.number(), alarmed: z.number() }),
    may: 'system.update',
    changes: true,
  }),
  purge: call({
    doc: 'Computes which backups the retention would remove now and saves the list in the system. Does not remove any backup.',
    method: 'GET',
    path: '/system/:id/purge',
    input: byId,
    result: z.object({
      purgeList: z.array(Purged),
      /** Bytes. */
      purgeSize: z.number(),
      keepSize: z.number(),
      keepCount: z.number(),
    }),
    may: 'system.update',
    changes: true,
  }),
  deleteBackup: call({
    doc: 'Permanently deletes one stored backup of a system.',
    method: 'DELETE',
    path: '/system/:id/delete-backup',
    input: z.object({
      id: Id,
      key: z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(2000, 'is too long')),
    }),
    result: Backup,
    may: 'backup.destroy',
  }),
  clearClientInfo: call({
    doc: 'Clears the information that the client of a system reported about itself. Keeps the client key and the history.',
    method: 'GET',
    path: '/system/:id/clearClientInfo',
    input: byId,
    result: record,
    may: 'system.update',
    changes: true,
  }),
});
