// Schedules: rows, the count of systems that follow, and new deadlines for those when it changes.
import { contract } from '#contract/index.ts';
import { assertUnused, withSystemCount } from './system-count.ts';
import { propagateChange } from '#server/entities/system/propagation.ts';
import { schedulePreview } from './rule-preview.ts';
import { assertOwnerFits, copyFor, withOwner } from './shared-record.ts';
import { defineEntity } from '#server/entities/define-entity.ts';
import { edited, int, nullable, text } from '#server/query/columns.ts';
import type { IntervalUnit } from '#contract/time/calendar.ts';

const columns = {
  ...edited,
  name: text(),
  organization: nullable(text()),
  intervalUnit: text<IntervalUnit>(),
  intervalValue: int(),
  alarmAfter: int(),
};

declare module '#server/db/engine.ts' {
  interface TableColumns {
    schedule: typeof columns;
  }
}

const RULE = ['intervalUnit', 'intervalValue', 'alarmAfter'] as const;

export const scheduleEntity = defineEntity(contract.schedule, {
  table: {
    columns,
    indexed: ['name'],
    sorted: ['name'],
    organization: 'organization',
    shared: { restrictedFields: ['systems'] },
    records: (unit, rows) => withSystemCount(unit, 'schedule', rows),
  },
  rules: (services) => ({
    beforeCreate: withOwner,
    beforeUpdate: (unit, row, values) => assertOwnerFits(unit, 'schedule', row, values),
    async afterUpdate(unit, row, before) {
      if (RULE.some((key) => row[key] !== before[key]))
        await propagateChange(unit, services, { noun: 'schedule', before });
    },
    beforeDestroy: (unit, id) => assertUnused(unit, 'schedule', id),
  }),
  handlers: (services) => ({
    copy: copyFor('schedule', services, {
      copied: ({ intervalUnit, intervalValue, alarmAfter }, own) => ({
        ...own,
        intervalUnit,
        intervalValue,
        alarmAfter,
      }),
      followed: (before) => ({ noun: 'schedule', before }),
    }),
    preview: schedulePreview,
  }),
});
