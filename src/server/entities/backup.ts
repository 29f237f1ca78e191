// Backups: rows, the word that one has been stored, downloads.
import { sql } from 'kysely';
import type { Context, Handlers } from '#server/kernel/dispatch.ts';
import { Refusal, forbidden, notFound } from '#server/kernel/refusal.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Table, Unit } from '#server/kernel/unit.ts';
import { signUrl } from '#server/ports/signing.ts';
import type { Services } from '#server/services.ts';
import { columns } from './tables.ts';
import { DOWNLOAD_PATH, hoursAfter, systemFor } from './upload.ts';
import { gotBackup } from './watching.ts';

const BY_SYSTEM = { organization: 'organization', organizationId: 'organization', system: 'id' };

export const backupTable: Table = {
  noun: 'backup',
  columns: columns.backup,
  counted: { noun: 'system', column: 'backups', by: BY_SYSTEM, orders: ['id', 'date'] },
  // No backup is ever changed.
  derived: { updatedAt: { kind: 'text', sql: () => sql.ref('createdAt') } },
  organization: 'organization',
  async records(unit, rows) {
    const systems = await unit.lookup(
      'system',
      rows.map((row) => String(row['system'])),
    );
    return rows.map((row) => ({
      ...row,
      system: { id: row['system'], name: systems.get(String(row['system']))?.['name'] ?? '' },
      organizationId: row['organization'],
    }));
  },
};

/** Records one backup and what follows from it. The same system, date and file again is the same backup. */
export async function recordBackup(
  unit: Unit,
  services: Services,
  system: Row,
  backup: Omit<Row, 'organization' | 'system'>,
): Promise<Row> {
  const values = { ...backup, system: system['id'], organization: system['organization'] };
  const row = await unit.insertOnce('backup', values);
  if (!row) return sameBackup(unit, system, backup);
  await gotBackup(unit, services, system, { date: String(backup['date']), size: Number(backup['size']) });
  return row;
}

/** A stored file is told by its key: the date of one from a clock that runs ahead is set back anew at each telling. */
async function sameBackup(unit: Unit, system: Row, { key, date, file }: Row): Promise<Row> {
  const known = unit.db.selectFrom('backup').select('id').where('system', '=', system['id']);
  const same = await (
    key
      ? known.where('key', '=', key).where('key', '<>', '')
      : known.where('key', '=', '').where('date', '=', date).where('file', '=', file)
  ).executeTakeFirst();
  return unit.need('backup', String(same?.['id']), 'update');
}

const FUTURE_MS = 26 * 3_600_000;
const EARLIEST = '1970-01-01T00:00:00.000Z';
/** A date far ahead would keep a dead system looking fine for as long: it is refused. So is one that no calendar here reaches. */
export function assertDate(now: string, date: string, field: 'date' | 'at' = 'date'): void {
  const ahead = Date.parse(date) - Date.parse(now) > FUTURE_MS;
  if (!ahead && date >= EARLIEST) return;
  const message = `${field}: must not lie ${ahead ? 'in the future' : 'before 1970'}`;
  throw new Refusal('E_INVALID_VALUES_TO_SET', message, { details: [message] });
}

async function notify(context: Context, services: Services, input: Row): Promise<Row> {
  const upload = await context.read(async (unit) => {
    await systemFor(context, unit, String(input['system']));
    let query = unit.db
      .selectFrom('upload')
      .selectAll()
      .where('system', '=', input['system'])
      .where('date', '=', input['date']);
    if (input['key'] !== undefined) query = query.where('key', '=', input['key']);
    return query.orderBy('createdAt', 'desc').executeTakeFirst();
  });
  const stat = upload ? await services.storage.stat(String(upload['key'])) : null;
  if (!upload || !stat) throw new Refusal('E_NOT_STORED', 'No file of that date has been stored for this system.');
  assertDate(services.now(), String(upload['date']));
  return context.write(async (unit) => {
    const system = await systemFor(context, unit, String(input['system']));
    const row = await recordBackup(unit, services, system, {
      date: clamp(unit.now, String(upload['date'])),
      file: upload['file'],
      size: stat.size,
      key: upload['key'],
      sha256: upload['sha256'],
      fileset: upload['fileset'],
    });
    return unit.record('backup', row);
  });
}

/** A clock that runs a little ahead must not move the next deadline with it. */
export const clamp = (now: string, date: string): string => (date > now ? now : date);

export const backupHandlers = (services: Services): Handlers[string] => ({
  list: (context, _input, criteria) =>
    context.read((unit) => (criteria ? unit.list('backup', criteria) : Promise.reject(forbidden()))),
  notify: (context, input) => notify(context, services, input),
  downloadUrl: (context, { key }) =>
    context.read(async (unit) => {
      if (key === '' || !(await unit.findBy('backup', { key }))) throw notFound();
      const expiresAt = hoursAfter(services.now(), 1);
      return {
        url: signUrl({ path: DOWNLOAD_PATH, method: 'GET', key: String(key), expiresAt }, services.secrets.sign),
        expiresAt,
      };
    }),
});
