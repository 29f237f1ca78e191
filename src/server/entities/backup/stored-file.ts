// Stored files against what is recorded of them: a file that is gone or has another size is no backup any more.
import { worstFirst } from '#contract/alarm-kind.ts';
import type { Cause } from '#contract/cause.ts';
import type { FileFault } from '#contract/backup.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { StorageError, type Storage } from '#server/ports/storage.ts';
import { errorCode, errorMessage, propertyOf } from '#server/unknown.ts';
import type { Services } from '#server/services.ts';
import { raise, resolve } from '#server/entities/alarm/lifecycle.ts';
import { notePurge } from '#server/entities/schedule/retention-removal.ts';
import { evaluate } from '#server/entities/system/health.ts';
import type { RowOf } from '#server/db/engine.ts';

type SystemRow = RowOf<'system'>;

/** The key and the size of a stored file, as recorded. */
export type RecordedFile = Pick<RowOf<'backup'>, 'key' | 'size'>;

/**
 * Looks at the presence and the size of a stored file. Null where both are as recorded.
 *
 * @throws StorageError where it is the store that is not there
 */
export async function faultOf(storage: Storage, { key, size }: RecordedFile): Promise<FileFault | null> {
  const found = await storage.stat(key);
  if (found === null) {
    await storage.ready();
    return 'missing';
  }
  return found.size === size ? null : 'size';
}

/** One line about a faulty file, for errors of the API. */
export const faultText = (file: string, fault: FileFault): string =>
  `${file} ${fault === 'missing' ? 'is missing from the store' : 'has another size than was recorded'}`;

/** A faulty file as the cause of an alarm. */
const fileCause = (file: string, fault: FileFault): Cause => ({
  code: fault === 'missing' ? 'fileMissing' : 'fileSize',
  file,
});

/** The cause of a store that does not answer. */
export const STORE_SILENT: Cause = { code: 'storeUnavailable', error: null };

/** The cause of a store that rejected. */
export function storeCause(error: unknown): Cause {
  const code = error instanceof StorageError ? error.code : null;
  if (code === 'E_DISK_FULL') return { code: 'storeFull' };
  if (code === 'E_UNAVAILABLE')
    return { code: 'storeUnavailable', error: errorCode(propertyOf(error, 'cause')) ?? null };
  return { code: 'foreign', text: errorMessage(error) };
}

/**
 * Notes the fault of a backup, or that it has none. A system with a faulty file has an alarm, and counts as backed up by the
 * newest of its other backups. The alarm ends by itself once no file is faulty.
 *
 * @param unit of the internal actor
 */
export async function noteFault(unit: Unit, services: Services, id: string, fault: FileFault | null): Promise<void> {
  const backup = await unit.find('backup', id);
  if (!backup || backup.fault === fault) return;
  await unit.updateRow('backup', backup, { fault });
  const system = await unit.need('system', backup.system);
  if (fault !== null) {
    const cause = fileCause(backup.file, fault);
    await raise(unit, services, system, 'storageTrouble', { since: unit.now, cause });
  }
  await filesChanged(unit, services, system, { date: backup.date, isNewFault: fault !== null });
}

interface FilesChange {
  /** Of the backup that is faulty, whole again or removed. */
  date: string;
  isNewFault: boolean;
}

/**
 * Brings a system in line with the files that are left: its newest backup without a fault, its alarm, its purge list.
 *
 * @param unit of the internal actor
 */
export async function filesChanged(
  unit: Unit,
  services: Services,
  system: SystemRow,
  { date, isNewFault }: FilesChange,
): Promise<SystemRow> {
  const { alarms: known } = system;
  const isFaulty = isNewFault || (await hasFaults(unit, system));
  if (!isFaulty) await resolve(unit, services, system, 'storageTrouble');
  const others = known.filter((kind) => kind !== 'storageTrouble');
  // A person may have resolved the alarm of the other faults.
  const isAlarmed = isNewFault || (isFaulty && known.length > others.length);
  const alarms = isAlarmed ? [...others, 'storageTrouble' as const].toSorted(worstFirst) : others;
  const next = await evaluate(unit, services, system, { ...(await newestOf(unit, system, date)), alarms });
  await notePurge(unit, next);
  return next;
}

async function hasFaults(unit: Unit, { id }: SystemRow): Promise<boolean> {
  const faulty = unit
    .asInternal()
    .select('backup')
    .select('id')
    .where('fault', 'is not', null)
    .where('system', '=', id);
  return (await faulty.limit(1).executeTakeFirst()) !== undefined;
}

/** Returns the changes of a system whose newest backup changed; nothing if there is a newer one. */
async function newestOf(unit: Unit, system: SystemRow, changedDate: string): Promise<Partial<SystemRow>> {
  const newest = await unit
    .asInternal()
    .select('backup')
    .select(['date', 'size'])
    .where('system', '=', system.id)
    .where('fault', 'is', null)
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest && newest.date > changedDate) return {};
  const { lastBackupStatus: status } = system;
  const lastBackupStatus = newest ? (status === 'never' ? 'ok' : status) : status === 'ok' ? 'never' : status;
  return {
    lastBackup: newest?.date ?? null,
    lastBackupSize: newest?.size ?? null,
    lastBackupStatus,
  };
}

/** Whether the file of a backup lies in the store of this server. */
export const isHere = ({ storeId }: Services, { store }: Pick<RowOf<'backup'>, 'store'>): boolean =>
  storeId === null || store === storeId;

/** One stored file to look at. */
export interface FileToCheck extends Pick<RowOf<'backup'>, 'id' | 'system' | 'key' | 'size' | 'fault'> {
  /** True for the newest stored backup of its system. */
  isNewest: boolean;
}

/** The newest stored backup of each of the next systems, and every faulty one of theirs. */
export async function filesToCheck(
  unit: Unit,
  { storeId }: Services,
  after: string,
  most: number,
): Promise<{ files: FileToCheck[]; last: string | null }> {
  const systems = await unit
    .asInternal()
    .select('system')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute();
  const ids = systems.map(({ id }) => id);
  const files: FileToCheck[] = [];
  const stored = () => {
    const all = unit
      .asInternal()
      .select('backup')
      .select(['id', 'system', 'key', 'size', 'fault'])
      .where('key', '<>', '');
    return storeId === null ? all : all.where('store', '=', storeId);
  };
  for (const id of ids) {
    const newest = await stored().where('system', '=', id).orderBy('date', 'desc').limit(1).executeTakeFirst();
    if (newest) files.push({ ...newest, isNewest: true });
  }
  const known = new Set(files.map(({ id }) => id));
  const faults =
    ids.length === 0 ? [] : await stored().where('fault', 'is not', null).where('system', 'in', ids).execute();
  for (const row of faults) if (!known.has(row.id)) files.push({ ...row, isNewest: false });
  return { files, last: ids.length < most ? null : (ids.at(-1) ?? null) };
}

/** Finds the backup of a stored file. The index of keys leaves out backups without a file, so the query does as well. */
export async function findStored(unit: Unit, key: string, action: 'read' | 'download' = 'read') {
  const stored = unit.asInternal().select('backup').select('id').where('key', '<>', '').where('key', '=', key);
  const row = await stored.executeTakeFirst();
  return row && unit.find('backup', row.id, action);
}

/** Whether a backup is recorded whose file lies in the store of this server. */
export async function isAnyStored(unit: Unit, { storeId }: Services): Promise<boolean> {
  const all = unit.asInternal().select('backup').select('id').where('key', '>', '').limit(1);
  const stored = storeId === null ? all : all.where('store', '=', storeId);
  return (await stored.executeTakeFirst()) !== undefined;
}
