// Organizations: rows, counts, client keys.
import { sql } from 'kysely';
import { healthAt } from '#contract/health.ts';
import type { Handlers } from '#server/kernel/dispatch.ts';
import { Refusal } from '#server/kernel/refusal.ts';
import { hash, randomToken, seal, unseal } from '#server/kernel/secrets.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Table, Unit } from '#server/kernel/unit.ts';
import type { Services } from '#server/services.ts';
import { standing } from './standing.ts';
import { columns } from './tables.ts';
import { followChange } from './watching.ts';

/** A key with a checksum-free, readable alphabet: 160 bits. */
export function newClientKey(secret: string): {
  clientKey: string;
  clientKeyHash: string;
  instanceHash: null;
  keyConnected: boolean;
} {
  const key = `bw_${randomToken(20)}`;
  return { clientKey: seal(secret, key), clientKeyHash: hash(key), instanceHash: null, keyConnected: false };
}

export const organizationTable: Table = {
  noun: 'organization',
  columns: columns.organization,
  organization: 'id',
  async records(unit, rows) {
    const ids = rows.map((row) => String(row['id']));
    const [systems, users] = await Promise.all([healthOf(unit, ids), countUsers(unit, ids)]);
    return rows.map((row) => ({
      ...row,
      ...(systems.get(row['id']) ?? { systems: 0, ok: 0 }),
      users: users.get(row['id']) ?? 0,
    }));
  },
};

async function healthOf(unit: Unit, ids: string[]): Promise<Map<string, { systems: number; ok: number }>> {
  const counts = new Map<string, { systems: number; ok: number }>();
  if (ids.length === 0) return counts;
  const rows = await unit.db
    .selectFrom('system')
    .select(['organization', 'active', 'schedule', 'lastBackup', 'failedAt', 'dueAt', 'alarmAt'])
    .where('organization', 'in', ids)
    .execute();
  for (const row of rows) {
    const count = counts.get(String(row['organization'])) ?? { systems: 0, ok: 0 };
    count.systems += 1;
    const moments = {
      active: row['active'] === 1,
      scheduled: row['schedule'] !== null,
      lastBackup: row['lastBackup'],
      failedAt: row['failedAt'],
      dueAt: row['dueAt'],
      alarmAt: row['alarmAt'],
    };
    if (healthAt(moments, unit.now) === 'ok') count.ok += 1;
    counts.set(String(row['organization']), count);
  }
  return counts;
}

async function countUsers(unit: Unit, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await unit.db
    .selectFrom('userorg')
    .select(['organization', sql<number>`count(*)`.as('total')])
    .where('organization', 'in', ids)
    .groupBy('organization')
    .execute();
  return new Map(rows.map((row) => [String(row['organization']), Number(row['total'])]));
}

const blank: Row = {
  clientVersion: null,
  core_id: null,
  hasRpiClient: false,
  ip: null,
  internalIp: null,
  lastConnection: null,
  lastLog: null,
  lastBackupLog: null,
};

export const organizationHandlers = (services: Services): Handlers[string] => ({
  ...standing('organization', {
    creating: (_unit, values) => ({ ...values, ...blank, ...newClientKey(services.secrets.seal) }),
    updating: (_unit, _row, values) => ({
      ...values,
      ...(values['keyConnected'] === false ? { instanceHash: null } : {}),
      ...(values['active'] === true ? { reenableTime: null } : {}),
    }),
    async updated(unit, row, before) {
      const keys = ['active', 'timeZone'];
      if (keys.some((key) => row[key] !== before[key])) await followChange(unit, services, 'organization', before);
      unit.afterCommit.push(services.wake);
    },
    async destroying(unit, id) {
      const systems = await unit.countWhere('system', 'organization', id);
      if (systems > 0) throw new Refusal('E_IN_USE', `This organization still owns ${systems} systems.`);
    },
  }),
  clientKey: (context, { id }) =>
    context.read(async (unit) => ({
      key: unseal(services.secrets.seal, String((await unit.need('organization', String(id), 'update'))['clientKey'])),
    })),
});
