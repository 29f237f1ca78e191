// The noun backup: date, file, size and key in the object store.
import * as z from 'zod/mini';
import { Id, Instant, Reference, call, entity } from './define.ts';

/** The trouble of a stored file: it is gone, or it has another size than was recorded. */
export const fileFaults = ['missing', 'size'] as const;
export type FileFault = (typeof fileFaults)[number];

/** A stored or reported backup. Removing its file also destroys the record. */
export const Backup = z.object({
  id: Id,
  date: Instant,
  file: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Empty if the client only reported the backup and stores it elsewhere. */
  key: z.string(),
  sha256: z.nullable(z.string()),
  /** Null as far as known. A backup with a fault does not count as a backup of its system. */
  fault: z.nullable(z.enum(fileFaults)),
  system: Reference,
  /** Named by its description; null for a file that no fileset matched. */
  fileset: z.nullable(Reference),
  organizationId: Id,
  createdAt: Instant,
  updatedAt: Instant,
});

/** The calls of backups. `system.deleteBackup` removes one. */
export const backup = entity('backup', {
  record: Backup,
  organization: 'organizationId',
  derivesFrom: ['system'],
  presets: { viewer: ['read'], onCall: ['read', 'download'] },
  calls: {
    list: call({
      doc: 'Lists backups.',
      method: 'GET',
      path: '/backup',
      result: z.array(Backup),
      may: 'backup.read',
      list: true,
    }),
    get: call({
      doc: 'Returns one backup.',
      method: 'GET',
      path: '/backup/:id',
      input: z.object({ id: Id }),
      result: Backup,
      may: 'backup.read',
    }),
    notify: call({
      doc: 'Reports that a backup has been uploaded. The server verifies the stored file and creates the backup. Idempotent: a repeated call returns the same backup.',
      method: 'GET',
      path: '/backup/notify',
      input: z.object({
        system: Id,
        date: Instant,
        key: z.optional(z.string()),
        /** When it is sent, by the clock of the sender. */
        sentAt: z.optional(Instant),
      }),
      result: Backup,
      may: 'system.update',
      client: true,
      changes: true,
      errors: ['E_NOT_STORED', 'E_NOT_FOUND', 'E_RATE'],
    }),
    downloadUrl: call({
      doc: 'Returns a short-lived, pre-signed download URL of a stored backup. Presence and size of the file are checked first.',
      method: 'GET',
      path: '/backup/get-download-url',
      input: z.object({ key: z.string().check(z.minLength(1, 'must not be empty')) }),
      result: z.object({ url: z.string(), expiresAt: Instant }),
      may: 'backup.download',
      errors: ['E_NOT_FOUND', 'E_NOT_STORED'],
    }),
  },
});
