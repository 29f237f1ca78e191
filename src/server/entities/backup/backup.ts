// Backups: rows, the word that one has been stored, downloads.
import { contract } from '#contract/index.ts';
import { sql } from 'kysely';
import { backup, type FileFault } from '#contract/backup.ts';
import type { ParsedOf } from '#contract/define.ts';
import { asPerson, internalActor } from '#server/pipeline/actor.ts';
import type { Context, Handlers } from '#server/pipeline/dispatch.ts';
import { attributeTo } from '#server/pipeline/audit-source.ts';
import { ApiError, forbidden, notFound } from '#server/pipeline/errors.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { signUrl } from '#server/ports/signing.ts';
import { StorageError } from '#server/ports/storage.ts';
import type { Services } from '#server/services.ts';
import { nameOf, references } from '#server/entities/reference.ts';
import { assertDate, backupDate } from './backup-date.ts';
import { faultOf, faultText, filesChanged, findStored, isHere, noteFault, type RecordedFile } from './stored-file.ts';
import { claimKey } from '#server/entities/client/claim.ts';
import { DOWNLOAD_PATH, STORE_RETRY_SECONDS, discard, emptyFile, hoursAfter, systemFor } from './upload.ts';
import { endRun, isOfFailure, onBackup, onFailure } from '#server/entities/system/health.ts';
import { lockArrived, newestUpload } from './upload-repository.ts';
import type { UploadRow } from '#server/entities/internal-tables.ts';
import { byPerson } from '#server/entities/activity/shared-rules.ts';
import type { RowOf } from '#server/db/engine.ts';
import { int, nullable, stamps, text } from '#server/query/columns.ts';
import { defineEntity, type DeclaredTable } from '#server/entities/define-entity.ts';

type BackupRow = RowOf<'backup'>;

const BY_SYSTEM = { organization: 'organization', organizationId: 'organization', system: 'id' };

const columns = {
  ...stamps,
  date: text(),
  file: text(),
  size: int(),
  key: text(),
  sha256: nullable(text()),
  fault: nullable(text<FileFault>()),
  store: nullable(text()),
  system: text(),
  fileset: nullable(text()),
  organization: text(),
};

declare module '#server/db/engine.ts' {
  interface TableColumns {
    backup: typeof columns;
  }
}

const table: DeclaredTable<'backup'> = {
  columns,
  indexed: ['organizationId', 'organization', 'system', 'date'],
  sorted: ['date'],
  // Each faulty file has an alarm: an index of it, written with each report, would serve nobody.
  unsearched: ['fault'],
  // Rows that clients store, and rows that retention removes, are data.
  activity: { nameOf: ({ file }) => String(file), isRecorded: byPerson },
  counted: { noun: 'system', column: 'backups', by: BY_SYSTEM, orders: ['id', 'date'] },
  // Nothing of a backup is ever changed but its fault and its lost file.
  derived: { updatedAt: { kind: 'text', sql: () => sql.ref('createdAt') } },
  organization: 'organization',
  async records(unit, rows) {
    const system = await references(unit, 'system', rows);
    const fileset = await references(unit, 'fileset', rows, (row) => row && { name: row.description });
    return rows.map((row) => ({
      organizationId: row.organization,
      ...row,
      system: system(row),
      fileset: fileset(row),
    }));
  },
};

type Stored = Pick<BackupRow, 'date' | 'file' | 'size' | 'key' | 'sha256' | 'fileset'>;

/**
 * Records one backup and its consequences. The same system, date and file again is the same backup.
 *
 * @param report.lines the texts of its run
 * @param report.date its date by the clock of the server, where the sender's is known to be another
 */
export async function recordBackup(
  unit: Unit,
  services: Services,
  system: RowOf<'system'>,
  stored: Stored,
  { lines = {}, date = stored.date }: { lines?: Partial<RowOf<'system'>>; date?: string } = {},
): Promise<BackupRow> {
  const store = stored.key ? services.storeId : null;
  const values = { system: system.id, organization: system.organization, fault: null, store, ...stored };
  const row = await unit.insertOnce('backup', values);
  if (!row) {
    const known = await sameBackup(unit, system, stored);
    // A run may fail after its file was stored. A repeated report ends no failure of another file.
    if (isOfFailure(system, known.date))
      await onBackup(unit, services, system, { date: known.date, size: known.size, lines, corrected: true });
    else await endRun(unit, system, lines);
    return known;
  }
  const corrected = date !== stored.date;
  await onBackup(unit, services, system, { date, size: stored.size, lines, corrected });
  return row;
}

/** A stored file is identified by its key: the date of one from a clock that runs ahead is set back at each report. */
async function sameBackup(unit: Unit, system: RowOf<'system'>, { key, date, file }: Stored): Promise<BackupRow> {
  const known = unit.asInternal().select('backup').select('id').where('system', '=', system.id);
  const same = await (
    key
      ? known.where('key', '=', key).where('key', '<>', '')
      : known.where('key', '=', '').where('date', '=', date).where('file', '=', file)
  ).executeTakeFirst();
  // Its own insert met it a moment ago in this transaction.
  return unit.need('backup', same?.id ?? '', 'update');
}

async function notify(context: Context, services: Services, input: ParsedOf<typeof backup.calls.notify>) {
  const upload = await context.read(async (unit) => {
    await systemFor(context, services, unit, input.system);
    return newestUpload(unit, { system: input.system, date: input.date, key: input.key });
  });
  const stat = upload ? await services.storage.stat(upload.key) : null;
  if (!upload || !stat) throw notStored();
  assertDate(backup.calls.notify, services.now(), upload.date);
  const answer = await context.write(async (unit) => {
    await claimKey(context, unit);
    const system = await systemFor(context, services, unit, input.system);
    const { key, file, fileset, size, sha256 } = await arrived(unit, upload);
    const date = clamp(unit.now, upload.date);
    const dated = backupDate(unit.now, { date: upload.date, sentAt: input.sentAt });
    if (size === 0) {
      await onFailure(unit, services, system, { at: unit.now, text: emptyFile(file), date: dated });
      await discard(unit, services, key);
      return notStored(`Not a backup: ${file} is empty.`);
    }
    // The file may have been replaced since it was looked at.
    if (stat.size !== size && (await services.storage.stat(key))?.size !== size) {
      const known = await findStored(unit.asInternal(), key);
      if (known) await noteFault(unit.asInternal(), services, known.id, 'size');
      return notStored(`${faultText(file, 'size')}. Upload it again.`);
    }
    const stored = { date, file, size, key, sha256, fileset };
    const row = await recordBackup(unit, services, system, stored, { date: dated });
    return unit.record('backup', await foundAgain(unit, services, row, stored));
  });
  // An error that is thrown in the transaction would undo what it noted.
  if (answer instanceof ApiError) throw answer;
  return answer;
}

/**
 * Returns the record of a file that had been lost, or lay in another store, after it was sent to this one. It may have been made
 * anew: the record gets the size and the content of the file that is stored now.
 */
async function foundAgain(
  unit: Unit,
  services: Services,
  row: BackupRow,
  { size, sha256 }: Pick<Stored, 'size' | 'sha256'>,
): Promise<BackupRow> {
  const isPresent = isHere(services, row);
  const isSame = row.size === size && row.sha256 === sha256;
  if (isPresent && isSame && row.fault === null) return row;
  const internalUnit = unit.asInternal();
  const store = isPresent ? row.store : services.storeId;
  const sent = await internalUnit.updateRow('backup', row, { store, size, sha256 });
  if (row.fault !== null) await noteFault(internalUnit, services, row.id, null);
  else if (!isSame) {
    const system = await internalUnit.need('system', row.system);
    await filesChanged(internalUnit, services, system, { date: row.date, isNewFault: false });
  }
  return { ...sent, fault: null };
}

const notStored = (message = 'No file of that date has been stored for this system.') =>
  new ApiError('E_NOT_STORED', message);

/** Returns the content that is stored there, and locks it: a request that wants to replace it waits. */
async function arrived(unit: Unit, { id }: UploadRow): Promise<Stored> {
  const row = await lockArrived(unit, id);
  if (!row) throw notStored();
  return { ...row, size: Number(row.storedSize), sha256: row.storedSha256 };
}

/** A clock that runs a little ahead must not move the next deadline with it. */
const clamp = (now: string, date: string): string => (date > now ? now : date);

/** Notes in the activity that the content of a backup was downloaded, by the user who got the link. */
export async function noteDownload(unit: Unit, key: string, id: string): Promise<void> {
  const backup = await findStored(unit, key);
  if (!backup) return;
  const user = await unit.find('user', id);
  attributeTo(unit, { id, name: nameOf(user) });
  unit.audit('backup', backup, 'downloaded');
}

const handlers = (services: Services): Handlers['backup'] => ({
  list: (context, _input, criteria) =>
    context.read((unit) => (criteria ? unit.list('backup', criteria) : Promise.reject(forbidden()))),
  get: (context, { id }) => context.read(async (unit) => unit.record('backup', await unit.need('backup', id))),
  notify: (context, input) => notify(context, services, input),
  downloadUrl: (context, { key }) => downloadUrl(context, services, key),
});

export const backupEntity = defineEntity(contract.backup, { table, handlers });

/** @throws ApiError E_UNAVAILABLE where the whole store is in trouble: that is no fault of one file */
async function faultIn({ storage, storeHealth }: Services, file: RecordedFile): Promise<FileFault | null> {
  const unavailable = (message: string) => new ApiError('E_UNAVAILABLE', message, {}, STORE_RETRY_SECONDS);
  const { trouble } = storeHealth();
  if (trouble !== null) throw unavailable(trouble);
  return faultOf(storage, file).catch((error: unknown) => {
    throw error instanceof StorageError ? unavailable(error.message) : error;
  });
}

async function downloadUrl(context: Context, services: Services, key: string) {
  const find = async (unit: Unit) => findStored(unit, key, 'download');
  const stored = await context.read(find);
  if (!stored) throw notFound();
  const { id, file, size } = stored;
  const elsewhere = `${file} was uploaded to another server. Download it there.`;
  if (!isHere(services, stored) && !(await services.storage.stat(key))) throw notStored(elsewhere);
  const fault = isHere(services, stored) ? await faultIn(services, { key, size }) : null;
  if (fault !== stored.fault) await context.write((unit) => noteFault(unit, services, id, fault), internalActor);
  if (fault !== null) throw notStored(`${faultText(file, fault)}. Use another backup.`);
  return context.write(async (unit) => {
    const backup = await find(unit);
    if (!backup) throw notFound();
    unit.audit('backup', backup, 'createdLink');
    const params = { user: asPerson(context.actor).id };
    const expiresAt = hoursAfter(services.now(), 1);
    return {
      url: signUrl({ path: DOWNLOAD_PATH, method: 'GET', key, expiresAt, params }, services.secrets.sign),
      expiresAt,
    };
  });
}
