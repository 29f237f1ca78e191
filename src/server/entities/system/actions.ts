// Actions on systems: a list of those with problems, a preview of retention, removing a backup, resetting the client's
// data.
import { fits, kindOf, HEAD_BYTES } from '#contract/files/content.ts';
import type { ParsedOf, ResultOf } from '#contract/define.ts';
import type { Contract } from '#contract/index.ts';
import type { Context, Handlers } from '#server/pipeline/dispatch.ts';
import { notFound } from '#server/pipeline/errors.ts';
import type { RecordFor, RowOf } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { StorageError } from '#server/ports/storage.ts';
import type { Services } from '#server/services.ts';
import { references } from '#server/entities/reference.ts';
import { deleteUpload } from '#server/entities/backup/upload-repository.ts';
import { filesChanged, findStored } from '#server/entities/backup/stored-file.ts';
import { notePurge } from '#server/entities/schedule/retention-removal.ts';
import { scan, versionScan } from '#server/entities/client/scanresult.ts';
import { listHandler } from '#server/entities/crud-handlers.ts';
import { evaluate } from './health.ts';

type Calls = Contract['system']['calls'];

const ofHealth = (value: string) => listHandler('system', { attribute: 'health', operator: '=', value });

/** The rows of all systems that the actor may touch with an action. */
async function idsOf(unit: Unit, action: 'read' | 'update'): Promise<string[]> {
  const rows = await unit.select('system', { action }).select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** In one unit for each: a fleet must not hold the database for as long as it takes to look at all of it. */
async function rescanAlarms(context: Context, services: Services): Promise<ResultOf<Calls['rescanAlarms']>> {
  const ids = await context.read((unit) => idsOf(unit, 'update'));
  let alarmed = 0;
  for (const id of ids) {
    const row = await context.write(async (unit) => {
      const system = await unit.find('system', id, 'update');
      return system && evaluate(unit, services, system);
    });
    if (row?.alarmed) alarmed += 1;
  }
  return { systems: ids.length, alarmed };
}

const CLEARED = {
  clientVersion: null,
  softwareVersion: null,
  softwareRole: null,
  ip: null,
  internalIp: null,
  platform: null,
  lastLog: null,
  lastBackupLog: null,
  lastRun: null,
};

/** The newest backup that is left decides when the system was backed up last. */
async function deleteBackup(
  context: Context,
  services: Services,
  { id, key }: ParsedOf<Calls['deleteBackup']>,
): Promise<RecordFor<'backup'>> {
  const removed = await context.write(async (unit) => {
    const system = await unit.need('system', id, 'update');
    const row = await findStored(unit, key);
    if (!row || row.system !== system.id) throw notFound();
    const record = await unit.remove('backup', row.id);
    await deleteUpload(unit, key);
    await filesChanged(unit.asInternal(), services, system, { date: row.date, isNewFault: false });
    return record;
  });
  // After the record: a file without a record can be found again, a record without its file would look like a backup.
  await services.storage.remove(key);
  return removed;
}

interface Newest {
  system: RowOf<'system'>;
  backup: Pick<RowOf<'backup'>, 'date' | 'file' | 'size' | 'key'>;
}

async function newestStored(unit: Unit): Promise<Newest[]> {
  const found: Newest[] = [];
  for (const id of await idsOf(unit, 'read')) {
    const backup = await unit
      .asInternal()
      .select('backup')
      .select(['date', 'file', 'size', 'key'])
      .where('system', '=', id)
      .orderBy('date', 'desc')
      .executeTakeFirst();
    const system = backup?.key ? await unit.find('system', id) : undefined;
    if (backup && system) found.push({ system, backup });
  }
  return found;
}

async function foundIn(
  services: Services,
  { key, size }: Newest['backup'],
): Promise<ReturnType<typeof kindOf> | 'missing'> {
  if (size === 0) return 'empty';
  const chunks: Buffer[] = [];
  try {
    const head: AsyncIterable<Buffer> = await services.storage.openRead(key, { start: 0, end: HEAD_BYTES - 1 });
    for await (const chunk of head) chunks.push(chunk);
  } catch (error) {
    if (error instanceof StorageError) return error.code === 'E_SIZE' ? 'empty' : 'missing';
    throw error;
  }
  return kindOf(Buffer.concat(chunks), size);
}

async function kindCheck(context: Context, services: Services) {
  const wrong: (Newest & { found: Awaited<ReturnType<typeof foundIn>> })[] = [];
  for (const newest of await context.read(newestStored)) {
    const found = await foundIn(services, newest.backup);
    if (found === 'missing' || !fits(found, newest.system.backupContent)) wrong.push({ ...newest, found });
  }
  return context.read(async (unit) => {
    const systems = wrong.map(({ system }) => system);
    const organization = await references(unit, 'organization', systems);
    return wrong.map(({ system, backup, found }) => ({
      id: system.id,
      name: system.name,
      organization: organization(system),
      backupContent: system.backupContent,
      found,
      backup,
    }));
  });
}

type CareHandlers = Pick<
  Handlers['system'],
  | 'alarms'
  | 'overdue'
  | 'notBackedup'
  | 'kindCheck'
  | 'scan'
  | 'versionScan'
  | 'rescanAlarms'
  | 'purge'
  | 'deleteBackup'
  | 'clearClientInfo'
>;

export const systemCareHandlers = (services: Services): CareHandlers => ({
  alarms: listHandler('system', { attribute: 'alarmed', operator: '=', value: true }),
  overdue: ofHealth('overdue'),
  notBackedup: ofHealth('notBackedup'),
  kindCheck: (context) => kindCheck(context, services),
  scan: (context, input) => scan(context, services, input),
  versionScan: (context) => versionScan(context, services),
  rescanAlarms: (context) => rescanAlarms(context, services),
  purge: (context, { id }) => context.write(async (unit) => notePurge(unit, await unit.need('system', id, 'update'))),
  deleteBackup: (context, input) => deleteBackup(context, services, input),
  clearClientInfo: (context, { id }) =>
    context.write(async (unit) => {
      const system = await unit.need('system', id, 'update');
      // The pages of a connected client show since when it is connected.
      const lastConnection = system.connected ? system.lastConnection : null;
      const row = await unit.updateRow('system', system, { ...CLEARED, lastConnection });
      unit.audit('system', row, 'cleared');
      return unit.record('system', row);
    }),
});
