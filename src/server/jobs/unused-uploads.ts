// Uploads that this database issued and that nobody reported as a backup: their files are removed a week after the last byte.
// Nothing is removed because the database does not know it: that may be all that is left of a lost one.
import { shifted } from '#contract/time/calendar.ts';
import { clearUntouched, deleteEmptyUpload, uploadsAfter } from '#server/entities/backup/upload-repository.ts';
import type { UploadRow } from '#server/entities/internal-tables.ts';
import type { JobContext } from './context.ts';

const DAY_MS = 86_400_000;
/** After the last byte. */
const STORED_DAYS = 7;
/** After the link was issued, where nothing arrived: an upload may take long. */
const EMPTY_DAYS = 30;
/** No other read waits longer than so many rows take. */
const SLICE = 1000;

type Upload = Pick<UploadRow, 'id' | 'key' | 'updatedAt'>;

/** Removes them, and returns their number. */
export async function removeUnusedUploads(jobContext: JobContext): Promise<number> {
  const { read, services } = jobContext;
  const stored = shifted(services.now(), -STORED_DAYS * DAY_MS);
  const empty = shifted(services.now(), -EMPTY_DAYS * DAY_MS);
  let removed = 0;
  for (let after = ''; ;) {
    const slice = await read((unit) => uploadsAfter(unit, after, SLICE));
    for (const row of slice) {
      const isOver = row.updatedAt <= (row.storedSize === null ? empty : stored);
      if (row.backup === null && isOver && (await remove(jobContext, row))) removed += 1;
    }
    const last = slice.at(-1);
    if (!last || slice.length < SLICE) return removed;
    after = last.id;
  }
}

/**
 * A concurrent report of the file is either refused, or first: the row loses its content before the file is deleted.
 * The row is deleted last, so that an interrupted run is found again.
 */
async function remove({ write, services }: JobContext, { id, key, updatedAt }: Upload): Promise<boolean> {
  if (!(await write((unit) => clearUntouched(unit, { id, updatedAt })))) return false;
  await services.storage.remove(key);
  await write((unit) => deleteEmptyUpload(unit, id));
  return true;
}
