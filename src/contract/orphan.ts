// The noun orphan: stored backups without their system, and clients without their system or organization.
import * as z from 'zod/mini';
import { Id, Instant, call, entity } from './define.ts';

const Left = z.object({ date: Instant, file: z.string(), size: z.number(), key: z.string() });

/** One orphan: the backups of a deleted system, or a client whose system or organization was deleted. */
export const Orphan = z.object({
  id: Id,
  /** `system`: backups without their system; `client`: a client without its system or organization. */
  kind: z.enum(['system', 'client']),
  /** Id of the deleted system or organization. */
  gone: Id,
  model: z.enum(['system', 'organization']),
  name: z.string(),
  /** Null if the owner is unknown. */
  organizationId: z.nullable(Id),
  /** Number of backups left. */
  count: z.number(),
  /** Bytes of all of them. */
  size: z.number(),
  /** Date of the newest of them; null without backups, and where the system was deleted before it was recorded. */
  lastBackup: z.nullable(Instant),
  clientVersion: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  lastConnection: z.nullable(Instant),
  /** Newest first; only on the single read. */
  backups: z.optional(z.array(Left)),
  createdAt: Instant,
  updatedAt: Instant,
});

const byId = z.object({ id: Id });
const list = (kind: string, doc: string) =>
  call({ doc, method: 'GET', path: `/orphan/${kind}`, result: z.array(Orphan), may: 'orphan.read', list: true });

/** The calls of orphans. Lists exist by kind; an orphan is never created or changed by a call. */
export const orphan = entity('orphan', {
  record: Orphan,
  organization: 'organizationId',
  derivesFrom: [],
  navigation: { path: '/admin/orphans', section: 'fleet' },
  calls: {
    systems: list('system', 'Lists stored backups of deleted systems.'),
    clients: list('client', 'Lists clients of deleted systems and organizations.'),
    total: call({
      doc: 'Returns the number of backups that deleted systems left, and their bytes.',
      method: 'GET',
      path: '/orphan/total',
      result: z.object({ count: z.number(), size: z.number() }),
      may: 'orphan.read',
    }),
    getSystem: call({
      doc: 'Returns the orphan of one deleted system with its backups.',
      method: 'GET',
      path: '/orphan/system/:id',
      input: byId,
      result: Orphan,
      may: 'orphan.read',
    }),
    destroySystem: call({
      doc: 'Permanently deletes the stored backups of one deleted system.',
      method: 'DELETE',
      path: '/orphan/system/:id',
      input: byId,
      result: Orphan,
      may: 'orphan.destroy',
      errors: ['E_NOT_FOUND', 'E_INCOMPLETE'],
    }),
    destroyClient: call({
      doc: 'Deletes the record of one client whose system or organization was deleted.',
      method: 'DELETE',
      path: '/orphan/client/:id',
      input: byId,
      result: Orphan,
      may: 'orphan.destroy',
    }),
  },
});
