// The form of a retention: its fields, its values, and how it is saved.
import type { FieldTable, Values } from '#app/ui/form/form-types.ts';
import { api } from '#app/api/client.ts';
import { type RetentionRule, retention } from '#contract/retention.ts';
import * as m from '#text/messages.js';
import type { Retention } from './retentions-list.tsx';

export interface RetentionValues extends RetentionRule {
  name: string;
}

const { create, update } = retention.calls;

/** The schemas of saving, for validation before it is sent. */
export const retentionSchemas = { create: create.input, update: update.input };

export const retentionFields = (): FieldTable<RetentionValues> => ({
  days: { label: m.retentions_days(), short: m.retentions_days_name() },
  weeks: { label: m.retentions_weeks(), short: m.retentions_weeks_name() },
  months: { label: m.retentions_months(), short: m.retentions_months_name() },
  years: { label: m.retentions_years(), short: m.retentions_years_name() },
  name: { label: m.retentions_name(), short: m.retentions_name_short() },
});

/** The values of a retention. */
export const readRetention = ({ name, days, weeks, months, years }: Retention): RetentionValues => ({
  name,
  days,
  weeks,
  months,
  years,
});

/** A retention that is not saved yet; its id is ''. */
export const newRetention: Retention = {
  id: '',
  name: '',
  days: 0,
  weeks: 0,
  months: 0,
  years: 0,
  systems: 0,
  createdAt: '',
  updatedAt: '',
  editedAt: '',
};

/** True before the first save. */
export const isNew = ({ id }: Retention): boolean => id === '';

/** Creates a new retention, or changes the given values of the one that was read. */
export const saveRetention = (input: Values, seen: Retention): Promise<Retention> =>
  isNew(seen)
    ? api.retention.create(create.input.parse(input))
    : api.retention.update({ ...input, id: seen.id }, { ifMatch: seen.editedAt });
