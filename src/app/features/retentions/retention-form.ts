// The form of a retention: its fields, its values, and its sentences.
import type { FieldTable } from '#app/ui/form/form-types.ts';
import { api } from '#app/api/client.ts';
import type { Input } from '#app/api/types.ts';
import type { Owner } from '#app/features/shell/owner-choice.tsx';
import { ownerInput, ownerSpec } from '#app/features/shell/owner-field.tsx';
import type { RecordKind } from '#app/features/shell/record-kind.ts';
import { type RetentionRule, retention } from '#contract/retention.ts';
import * as m from '#text/messages.js';
import { followersText } from './retention-rule.ts';
import { type Retention, listHref, settingsHref } from './retentions-list.tsx';

export interface RetentionValues extends RetentionRule {
  name: string;
  organization: Owner;
}

type Create = Input<'retention', 'create'>;

/** The values as the calls take them: the organization as its id. */
function retentionInput(values: RetentionValues): Create;
function retentionInput(changes: Partial<RetentionValues>): Partial<Create>;
function retentionInput(values: Partial<RetentionValues>): Partial<Create> {
  return ownerInput(values);
}

/** In the order of the screen. */
const retentionFields = (): FieldTable<RetentionValues> => ({
  days: { label: m.retentions_days(), short: m.retentions_days_name() },
  weeks: { label: m.retentions_weeks(), short: m.retentions_weeks_name() },
  months: { label: m.retentions_months(), short: m.retentions_months_name() },
  years: { label: m.retentions_years(), short: m.retentions_years_name() },
  name: { label: m.forms_name(), short: m.forms_name_short() },
  organization: ownerSpec(),
});

/** Retentions, as their screen needs them. */
export const retentionKind: RecordKind<Retention, RetentionValues, Create, Partial<Create>> = {
  entity: retention,
  calls: api.retention,
  listHref,
  hrefOf: settingsHref,
  fields: retentionFields,
  initial: { name: '', days: 0, weeks: 0, months: 0, years: 0, organization: null },
  read: ({ name, days, weeks, months, years, organization }) => ({ name, days, weeks, months, years, organization }),
  toInput: retentionInput,
  texts: () => ({
    list: m.shell_place_retentions(),
    one: m.retentions_one(),
    add: m.retentions_add(),
    save: m.retentions_save(),
    notLoaded: m.retentions_not_loaded(),
    remove: m.retentions_delete(),
    removeDetail: ({ systems }) => (systems > 0 ? followersText(systems) : m.retentions_delete_detail()),
  }),
};
