// Schedules: rows, the count of systems that follow, and new deadlines for those when it changes.
import type { Handlers } from '#server/kernel/dispatch.ts';
import type { Table } from '#server/kernel/unit.ts';
import type { Services } from '#server/services.ts';
import { assertUnfollowed, withFollowers } from './followed.ts';
import { followChange } from './following.ts';
import { standing } from './standing.ts';
import { columns } from './tables.ts';

export const scheduleTable: Table = {
  noun: 'schedule',
  columns: columns.schedule,
  organization: null,
  records: (unit, rows) => withFollowers(unit, 'schedule', rows),
};

export const scheduleHandlers = (services: Services): Handlers[string] =>
  standing('schedule', {
    async updated(unit, row, before) {
      const keys = ['intervalUnit', 'intervalValue', 'alarmAfter'];
      if (keys.some((key) => row[key] !== before[key])) await followChange(unit, services, 'schedule', before);
    },
    destroying: (unit, id) => assertUnfollowed(unit, 'schedule', id),
  });
