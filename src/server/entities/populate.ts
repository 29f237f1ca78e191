// The relations that `populate` adds to organizations, people and systems, limited to records that the actor may read.
import { healthAt } from '#contract/health.ts';
import type { Row } from '#server/db/engine.ts';
import { decode } from '#server/query/row-codec.ts';
import type { Populate } from '#server/query/table-attributes.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { parseJson } from '#server/query/columns.ts';
import { manageableOf } from '#server/entities/user/manageable.ts';
import { loadOwners, healthInputs, scheduledOf } from '#server/entities/system/health.ts';

/** The rows of one kind, gathered by the record that they belong to. */
export function gathered<K extends string, R extends Record<K, string>>(
  rows: readonly R[],
  owner: K,
): Map<string, Omit<R, K>[]> {
  const byOwner = new Map<string, Omit<R, K>[]>();
  for (const { [owner]: of, ...row } of rows) {
    const own = byOwner.get(of);
    if (own) own.push(row);
    else byOwner.set(of, [row]);
  }
  return byOwner;
}

async function usersOf(unit: Unit, ids: string[], most: number): Promise<Map<string, Row[]>> {
  const rows = await unit
    .select('userorg', { permissionOf: 'user' })
    .innerJoin('user', 'user.id', 'userorg.user')
    .select(['userorg.organization as of', 'user.id as id', 'user.email as email', 'user.active as active'])
    .select(['user.firstName as firstName', 'user.lastName as lastName', 'user.mobilePhone as mobilePhone'])
    .where('userorg.organization', 'in', ids)
    .orderBy('user.id')
    .limit(most)
    .execute();
  return gathered(
    rows.map((row) => ({ ...row, active: row.active === 1 })),
    'of',
  );
}

async function systemsOf(unit: Unit, ids: string[], most: number): Promise<Map<string, Row[]>> {
  const query = unit.select('system').selectAll().where('organization', 'in', ids).orderBy('id').limit(most);
  const rows = (await query.execute()).map((row) => decode(unit.table('system'), row));
  const of = await loadOwners(unit, rows);
  return gathered(
    rows.map((row) => ({
      of: row.organization,
      id: row.id,
      name: row.name,
      active: row.active,
      alarmed: row.alarmed,
      kind: row.kind,
      lastBackup: row.lastBackup,
      lastBackupStatus: row.lastBackupStatus,
      health: healthAt(healthInputs(row, scheduledOf(row, of(row).organization, of(row).schedule)), unit.now),
    })),
    'of',
  );
}

async function groupsOf(unit: Unit, ids: string[], most: number): Promise<Map<string, Row[]>> {
  const rows = await unit
    .asInternal()
    .select('usergroup')
    .innerJoin('group', 'group.id', 'usergroup.group')
    .select(['usergroup.user as of', 'group.id as id', 'group.name as name', 'group.permissions as permissions'])
    .where('usergroup.user', 'in', ids)
    .orderBy('group.id')
    .limit(most)
    .execute();
  return gathered(
    rows.map((row) => ({ ...row, permissions: parseJson(row.permissions) })),
    'of',
  );
}

async function organizationsOf(unit: Unit, ids: string[], most: number): Promise<Map<string, Row[]>> {
  const rows = await unit
    .select('organization')
    .innerJoin('userorg', 'userorg.organization', 'organization.id')
    .select(['userorg.user as of', 'userorg.id as userorg', 'userorg.alarmEmails as alarmEmails'])
    .select(['organization.id as id', 'organization.name as name', 'organization.active as active'])
    .where('userorg.user', 'in', ids)
    .orderBy('organization.id')
    .limit(most)
    .execute();
  const manageable = await manageableOf(unit, ids, 'link');
  return gathered(
    rows.map((row) => ({
      ...row,
      alarmEmails: row.alarmEmails === 1,
      active: row.active === 1,
      manageable: manageable(row.of),
    })),
    'of',
  );
}

const MOST_BACKUPS = 30;

/** By the index, system by system: a window over all of them would read every backup. */
async function backupsOf(unit: Unit, ids: string[], most: number): Promise<Map<string, Row[]>> {
  const found = new Map<string, Row[]>();
  let left = most;
  for (const id of ids) {
    const newest = unit.select('backup').selectAll().where('system', '=', id).orderBy('date', 'desc');
    const rows = await newest.limit(Math.min(MOST_BACKUPS, left)).execute();
    left -= rows.length;
    if (rows.length > 0) found.set(id, await recordsOf(unit, 'backup', rows));
  }
  return found;
}

async function filesetsOf(unit: Unit, ids: string[], most: number): Promise<Map<string, Row[]>> {
  const rows = await unit
    .select('fileset')
    .selectAll()
    .where('system', 'in', ids)
    .orderBy('description')
    .orderBy('id')
    .limit(most)
    .execute();
  const records = await recordsOf(unit, 'fileset', rows);
  return gathered(
    records.map((record, at) => ({ ...record, of: rows[at]?.system ?? '' })),
    'of',
  );
}

function recordsOf(unit: Unit, noun: 'backup' | 'fileset', rows: readonly Row[]): Promise<Row[]> {
  const table = unit.table(noun);
  return table.records(
    unit,
    rows.map((row) => decode(table, row)),
  );
}

export const systemPopulates: Readonly<Record<string, Populate>> = {
  backups: { noun: 'backup', of: backupsOf, all: { by: 'system', sort: [{ attribute: 'date', direction: 'desc' }] } },
  filesets: { noun: 'fileset', of: filesetsOf },
};
export const organizationPopulates: Readonly<Record<string, Populate>> = {
  user: { noun: 'user', of: usersOf },
  system: { noun: 'system', of: systemsOf, all: { by: 'organization', sort: [{ attribute: 'id', direction: 'asc' }] } },
};
export const userPopulates: Readonly<Record<string, Populate>> = {
  group: { noun: 'group', of: groupsOf },
  organization: { noun: 'organization', of: organizationsOf },
};
