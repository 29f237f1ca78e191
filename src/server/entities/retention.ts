// Retentions: rows, the count of systems that follow, and what they would remove anew when one changes.
import type { Handlers } from '#server/kernel/dispatch.ts';
import type { Table } from '#server/kernel/unit.ts';
import type { Services } from '#server/services.ts';
import { assertUnfollowed, withFollowers } from './followed.ts';
import { followChange } from './following.ts';
import { standing } from './standing.ts';
import { columns } from './tables.ts';

export const retentionTable: Table = {
  noun: 'retention',
  columns: columns.retention,
  organization: null,
  records: (unit, rows) => withFollowers(unit, 'retention', rows),
};

export const retentionHandlers = (services: Services): Handlers[string] =>
  standing('retention', {
    destroying: (unit, id) => assertUnfollowed(unit, 'retention', id),
    async updated(unit, row, before) {
      const keys = ['days', 'weeks', 'months', 'years'];
      if (keys.some((key) => row[key] !== before[key])) await followChange(unit, services, 'retention', before);
    },
  });
