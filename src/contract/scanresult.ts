// The noun scanresult: a scan of a client's files by the rule of a fileset, with its request and result.
import * as z from 'zod/mini';
import { Id, Instant, Reference, call, entity } from './define.ts';

/** Numbers of files. */
const ScanCounts = z.object({
  /** All that were seen. */
  files: z.number(),
  /** Those of a fileset that were not stored yet. */
  newFiles: z.number(),
  /** Those of no fileset, which are ignored. */
  unmatched: z.number(),
  /** The files that each fileset matched, by the id of the fileset. */
  filesets: z.array(z.object({ id: z.string(), files: z.number() })),
});

/** A requested scan with its state and, on the single read, its result. */
export const ScanResult = z.object({
  id: Id,
  method: z.enum(['manual', 'scheduled', 'version']),
  status: z.enum(['pending', 'sent', 'running', 'done', 'failed', 'timed-out']),
  /** The request. */
  searchConfig: z.record(z.string(), z.unknown()),
  /** The files found. May be large: only the single read includes it, unless it is excluded. */
  result: z.optional(z.unknown()),
  /** The files found, counted; null until the scan is done, and where it looked for no files. */
  counts: z.nullable(ScanCounts),
  system: Reference,
  organization: Reference,
  organizationId: Id,
  /** The requesting user and the duration; for that user alone, on the single read, also the address (`ip`). */
  meta: z.record(z.string(), z.unknown()),
  createdAt: Instant,
  updatedAt: Instant,
});

/** The calls of scans. A scan is requested by a call of the system, see system-calls.ts. */
export const scanresult = entity('scanresult', {
  record: ScanResult,
  organization: 'organizationId',
  derivesFrom: ['system', 'organization'],
  navigation: { path: '/admin/manual_scans', section: 'fleet' },
  presets: { viewer: ['read'], onCall: ['read'] },
  calls: {
    manualScans: call({
      doc: 'Lists the scans that users requested.',
      method: 'GET',
      path: '/scanresult/manual-scans',
      result: z.array(ScanResult),
      may: 'scanresult.read',
      list: true,
    }),
    ofSystem: call({
      doc: 'Lists the scans of one system. Default order: newest first.',
      method: 'GET',
      path: '/system/:system/scanresult',
      input: z.object({ system: Id }),
      result: z.array(ScanResult),
      may: 'scanresult.read',
      list: true,
    }),
    get: call({
      doc: 'Returns one scan with its result. `excludeResult` leaves the result out.',
      method: 'GET',
      path: '/scanresult/:id',
      input: z.object({ id: Id, excludeResult: z._default(z.boolean('must be true or false'), false) }),
      result: ScanResult,
      may: 'scanresult.read',
    }),
    destroy: call({
      doc: 'Deletes one scanresult and returns it.',
      method: 'DELETE',
      path: '/scanresult/:id',
      input: z.object({ id: Id }),
      result: ScanResult,
      may: 'scanresult.destroy',
    }),
  },
});
