// Schedules: rows, the count of systems that follow, and new deadlines for those when it changes.
import { sql } from 'kysely';
import type { Handlers } from '#server/kernel/dispatch.ts';
import type { Table } from '#server/kernel/unit.ts';
import { Refusal } from '#server/kernel/refusal.ts';
import type { Services } from '#server/services.ts';
import { standing } from './standing.ts';
import { columns } from './tables.ts';
import { followChange } from './watching.ts';

export const scheduleTable: Table = {
  noun: 'schedule',
  columns: columns.schedule,
  organization: null,
  async records(unit, rows) {
    if (rows.length === 0) return [];
    const counts = await unit.db
      .selectFrom('system')
      .select(['schedule', sql<number>`count(*)`.as('total')])
      .where(
        'schedule',
        'in',
        rows.map((row) => row['id']),
      )
      .groupBy('schedule')
      .execute();
    const byId = new Map(counts.map((count) => [String(count['schedule']), Number(count['total'])]));
    return rows.map((row) => ({ ...row, systems: byId.get(String(row['id'])) ?? 0 }));
  },
};

export const scheduleHandlers = (services: Services): Handlers[string] =>
  standing('schedule', {
    async updated(unit, row, before) {
      const keys = ['intervalUnit', 'intervalValue', 'alarmAfter'];
      if (keys.some((key) => row[key] !== before[key])) await followChange(unit, services, 'schedule', before);
    },
    async destroying(unit, id) {
      const systems = await unit.countWhere('system', 'schedule', id);
      if (systems > 0) throw new Refusal('E_IN_USE', `${systems} systems still follow this schedule.`);
    },
  });
