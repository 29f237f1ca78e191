// Retentions: rows, the count of systems that follow, and what they would remove anew when one changes.
import { contract } from '#contract/index.ts';
import { assertUnused, withSystemCount } from './system-count.ts';
import { propagateChange } from '#server/entities/system/propagation.ts';
import { retentionPreview } from './rule-preview.ts';
import { assertOwnerFits, copyFor, withOwner } from './shared-record.ts';
import { defineEntity } from '#server/entities/define-entity.ts';
import { edited, int, nullable, text } from '#server/query/columns.ts';

const columns = {
  ...edited,
  name: text(),
  organization: nullable(text()),
  days: int(),
  weeks: int(),
  months: int(),
  years: int(),
};

declare module '#server/db/engine.ts' {
  interface TableColumns {
    retention: typeof columns;
  }
}

const RULE = ['days', 'weeks', 'months', 'years'] as const;

export const retentionEntity = defineEntity(contract.retention, {
  table: {
    columns,
    indexed: ['name'],
    sorted: ['name'],
    organization: 'organization',
    shared: { restrictedFields: ['systems'] },
    records: (unit, rows) => withSystemCount(unit, 'retention', rows),
  },
  rules: (services) => ({
    beforeCreate: withOwner,
    beforeUpdate: (unit, row, values) => assertOwnerFits(unit, 'retention', row, values),
    async afterUpdate(unit, row, before) {
      if (RULE.some((key) => row[key] !== before[key]))
        await propagateChange(unit, services, { noun: 'retention', before });
    },
    beforeDestroy: (unit, id) => assertUnused(unit, 'retention', id),
  }),
  handlers: (services) => ({
    copy: copyFor('retention', services, {
      copied: ({ days, weeks, months, years }, own) => ({ ...own, days, weeks, months, years }),
      followed: (before) => ({ noun: 'retention', before }),
    }),
    preview: retentionPreview,
  }),
});
