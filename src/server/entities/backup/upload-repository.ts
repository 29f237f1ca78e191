// The table of uploads: the files that were asked for, and the content that has arrived under the key of each.
import { uuidv7 } from '#server/pipeline/id.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { UploadRow } from '#server/entities/internal-tables.ts';

/** Returns the upload under a key. */
export const uploadBy = ({ unscopedDb }: Unit, key: string): Promise<UploadRow | undefined> =>
  unscopedDb.selectFrom('upload').selectAll().where('key', '=', key).executeTakeFirst();

/** Returns the newest upload of a file of that date to a system; under the key, if one is given. */
export function newestUpload(
  { unscopedDb }: Unit,
  { system, date, key }: { system: string; date: string; key?: string | undefined },
): Promise<UploadRow | undefined> {
  const all = unscopedDb.selectFrom('upload').selectAll().where('system', '=', system).where('date', '=', date);
  const found = key === undefined ? all : all.where('key', '=', key);
  return found.orderBy('createdAt', 'desc').executeTakeFirst();
}

/** Adds an upload that was asked for. */
export async function insertUpload(
  { unscopedDb, now }: Unit,
  upload: Pick<UploadRow, 'system' | 'fileset' | 'date' | 'file' | 'size' | 'sha256' | 'key'>,
): Promise<void> {
  await unscopedDb
    .insertInto('upload')
    .values({ id: uuidv7(Date.parse(now)), ...upload, createdAt: now, updatedAt: now })
    .execute();
}

/** Notes that an upload was asked for again, with the size and the hash that are expected now. */
export async function expectUpload(
  { unscopedDb, now }: Unit,
  id: string,
  expected: Pick<UploadRow, 'size' | 'sha256'>,
): Promise<void> {
  await unscopedDb
    .updateTable('upload')
    .set({ ...expected, updatedAt: now })
    .where('id', '=', id)
    .execute();
}

/** Notes the content that has arrived under a key. */
export async function setContent(
  { unscopedDb, now }: Unit,
  key: string,
  { size, sha256 }: { size: number; sha256: string },
): Promise<void> {
  const set = { storedSize: size, storedSha256: sha256, updatedAt: now };
  await unscopedDb.updateTable('upload').set(set).where('key', '=', key).execute();
}

/** Locks an upload and returns it; undefined where nothing has arrived. A request that wants to replace the content waits. */
export const lockArrived = ({ unscopedDb, now }: Unit, id: string): Promise<UploadRow | undefined> =>
  unscopedDb
    .updateTable('upload')
    .set({ updatedAt: now })
    .where('id', '=', id)
    .where('storedSize', 'is not', null)
    .returningAll()
    .executeTakeFirst();

const NOTHING = { storedSize: null, storedSha256: null };

/** Notes that nothing has arrived under a key any more. */
export async function clearContent({ unscopedDb }: Unit, key: string): Promise<void> {
  await unscopedDb.updateTable('upload').set(NOTHING).where('key', '=', key).execute();
}

/** Notes the same of an upload that was not touched since it was read; returns whether it did. */
export async function clearUntouched(
  { unscopedDb }: Unit,
  { id, updatedAt }: Pick<UploadRow, 'id' | 'updatedAt'>,
): Promise<boolean> {
  const same = unscopedDb.updateTable('upload').set(NOTHING).where('id', '=', id).where('updatedAt', '=', updatedAt);
  return Number((await same.executeTakeFirst()).numUpdatedRows) === 1;
}

/** Deletes the upload under a key. */
export async function deleteUpload({ unscopedDb }: Unit, key: string): Promise<void> {
  await unscopedDb.deleteFrom('upload').where('key', '=', key).execute();
}

/** Deletes an upload under which nothing has arrived. */
export async function deleteEmptyUpload({ unscopedDb }: Unit, id: string): Promise<void> {
  await unscopedDb.deleteFrom('upload').where('id', '=', id).where('storedSize', 'is', null).execute();
}

/** Returns the next uploads by id, at most `most`, each with the backup that was recorded of it, or null. */
export function uploadsAfter(unit: Unit, after: string, most: number) {
  const stored = unit.asInternal().select('backup').select(['id', 'key']).where('key', '<>', '');
  return unit.unscopedDb
    .selectFrom('upload')
    .leftJoin(stored.as('stored'), 'stored.key', 'upload.key')
    .select(['upload.id', 'upload.key', 'upload.updatedAt', 'upload.storedSize', 'stored.id as backup'])
    .where('upload.id', '>', after)
    .orderBy('upload.id')
    .limit(most)
    .execute();
}
