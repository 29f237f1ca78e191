// Calls of a system beyond CRUD: retention preview, scans, alarms, clearing.
import * as z from 'zod';
import { Backup } from './backup.ts';
import { Id, Instant, Reference, call } from './define.ts';
import { ScanResult } from './scanresult.ts';

const byId = z.object({ id: Id });

/** A backup that retention would remove. */
export const Purged = z.object({ id: Id, date: Instant, file: z.string(), size: z.number(), key: z.string() });

const WrongKind = Reference.extend({
  organization: Reference,
  backupContent: z.string(),
  /** Kind of the file by its first bytes, see files/content.ts; `missing` if no file is stored any more. */
  found: z.enum(['empty', 'page', 'archive', 'database', 'image', 'unknown', 'missing']),
  backup: z.object({ date: Instant, file: z.string(), size: z.number(), key: z.string() }),
});

/** Lists of systems filtered by their trouble. */
const troubles = <S extends z.ZodObject>(record: S) => {
  const narrowed = (path: string, doc: string) =>
    call({ doc, method: 'GET', path, result: z.array(record), may: 'system.read', list: true });
  return {
    alarms: narrowed('/system/alarms', 'Lists the systems that have an open alarm.'),
    overdue: narrowed('/system/overdue', 'Lists the systems that are overdue.'),
    notBackedup: narrowed('/system/not-backedup', 'Lists the systems that were never backed up although it was due.'),
    kindCheck: call({
      doc: 'The systems whose newest stored backup is not what backupContent says, told from its first bytes.',
      method: 'GET',
      path: '/system/backup-kind-check',
      result: z.array(WrongKind),
      may: 'system.read',
    }),
  };
};

const scans = {
  scan: call({
    doc: 'Asks for a scan now; it stays pending until a client takes it.',
    method: 'POST',
    path: '/system/:id/scan',
    input: z.object({ id: Id, fileset: Id.optional() }),
    result: ScanResult,
    may: 'system.update',
    errors: ['E_DANGLING'],
  }),
  versionScan: call({
    doc: 'Asks every connected client which version of the watched software runs.',
    method: 'POST',
    path: '/system/esversion-scan',
    result: z.object({ asked: z.number(), scans: z.array(Id) }),
    may: 'system.update',
  }),
};

/** Returns the calls; `record` is the schema of a system. */
export const systemCare = <S extends z.ZodObject>(record: S) => ({
  ...troubles(record),
  ...scans,
  rescanAlarms: call({
    doc: 'Evaluates the health and the alarms of every system now.',
    method: 'GET',
    path: '/system/rescan-alarms',
    result: z.object({ systems: z.number(), alarmed: z.number() }),
    may: 'system.update',
    changes: true,
  }),
  purge: call({
    doc: 'Works out what retention would remove now, and notes it on the system. Removes nothing.',
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
    doc: 'Removes one stored backup of this system, for good.',
    method: 'DELETE',
    path: '/system/:id/delete-backup',
    input: z.object({ id: Id, key: z.string().min(1, 'must not be empty').max(2000, 'is too long') }),
    result: Backup,
    may: 'backup.destroy',
  }),
  clearClientInfo: call({
    doc: 'Forgets what the client reported of itself. The key and the history stay.',
    method: 'GET',
    path: '/system/:id/clearClientInfo',
    input: byId,
    result: record,
    may: 'system.update',
    changes: true,
  }),
});
