// Entries of the activity in words: one sentence each, and the changed attributes with their values.
import { reader } from '#app/device/reader.ts';
import { filesetFields } from '#app/features/filesets/fileset-form.ts';
import { groupKind } from '#app/features/groups/group-kind.ts';
import { permissionText } from '#app/features/groups/permission-text.ts';
import { organizationFields } from '#app/features/organizations/organization-kind.ts';
import { retentionKind } from '#app/features/retentions/retention-form.ts';
import { scheduleFields, unitText } from '#app/features/schedules/schedule-form.ts';
import { systemFields } from '#app/features/system-settings/system-form.ts';
import { invitationFields, userFields } from '#app/features/users/user-form.ts';
import type { FieldSpec } from '#app/ui/form/form-types.ts';
import type { Answer } from '#app/api/types.ts';
import { formatDateTime, formatList, isolate } from '#text/format.ts';
import * as m from '#text/messages.js';

export type Entry = Answer<'activity', 'list'>['rows'][number];
type Changed = Entry['changed'][number];

/** The name of the actor; jobs of the server and pings have none. */
export const actorText = ({ actor: { kind, name } }: Entry): string =>
  name === '' ? m.activity_actor({ kind }) : name;

/** "Mia changed the schedule Nightly". */
export const entryText = (entry: Entry): string =>
  m.activity_sentence({
    action: entry.action,
    actor: isolate(actorText(entry)),
    what: m.activity_object({ model: entry.model, name: isolate(entry.name) }),
  });

type Words = Pick<FieldSpec<never>, 'label' | 'short' | 'text' | 'attributes'>;

/** The interval of the form as its two attributes. */
function scheduleWords(): Readonly<Record<string, Words>> {
  const { interval, ...fields } = scheduleFields();
  const { label, short } = interval;
  return { ...fields, intervalUnit: { label, short, text: unitText }, intervalValue: { label, short } };
}

/** The fields of the form of each noun. */
const forms: Readonly<Record<string, () => Readonly<Record<string, Words>>>> = {
  fileset: filesetFields,
  group: groupKind.fields,
  organization: organizationFields,
  retention: retentionKind.fields,
  schedule: scheduleWords,
  system: systemFields,
  user: () => ({ ...userFields(), ...invitationFields(String) }),
  userorg: userFields,
};

/** The words for an attribute: those of the form, else of those that no form has. */
function wordsOf(model: string, attribute: string): Words {
  const fields = Object.entries(forms[model]?.() ?? {});
  const [, found] = fields.find(([key, { attributes = [key] }]) => attributes.includes(attribute)) ?? [];
  const name = m.activity_attribute({ attribute });
  return found ?? { label: name, short: name };
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** An entry has the names of these records; their fields read the records themselves. */
const references = new Set(['organization', 'schedule', 'retention']);

function valueText(value: Changed['before'], field: string, { text, attributes = [field] }: Words): string {
  if (value === undefined || value === null || String(value) === '') return m.activity_empty();
  if (Array.isArray(value)) return formatList(field === 'permissions' ? value.map(permissionText) : value, reader());
  // A field of several attributes has no words for the value of one.
  if (text && attributes.length === 1 && !references.has(field)) return text(value as never);
  if (typeof value === 'boolean') return value ? m.forms_yes() : m.forms_no();
  return typeof value === 'string' && INSTANT.test(value) ? formatDateTime(value, reader()) : String(value);
}

/** One changed attribute as it was and as it is. */
export interface ChangeText {
  readonly attribute: string;
  readonly label: string;
  /** Null for a secret: only its change is known. */
  readonly values: { readonly was: string; readonly now: string } | null;
}

/** The changed attributes with their values. */
export const changeTexts = ({ model, changed }: Entry): ChangeText[] =>
  changed.map((change) => {
    const { field, before, after } = change;
    const words = wordsOf(model, field);
    const isKnown = 'before' in change || 'after' in change;
    const values = isKnown ? { was: valueText(before, field, words), now: valueText(after, field, words) } : null;
    return { attribute: field, label: words.label, values };
  });

const MOST_FIELDS = 4;

/** The names of the changed attributes: "name, alarm after, and 2 more". */
export function fieldsText({ model, changed }: Entry): string {
  const names = [...new Set(changed.map(({ field }) => wordsOf(model, field).short))];
  const more = names.length - MOST_FIELDS;
  return formatList(
    more > 0 ? [...names.slice(0, MOST_FIELDS), m.groups_names_more({ count: more })] : names,
    reader(),
  );
}

const pages: Readonly<Record<string, string>> = {
  alarm: '/admin/alarms?alarm=',
  group: '/admin/group/settings?id=',
  organization: '/admin/organization/settings?id=',
  retention: '/admin/retention/settings?id=',
  rpiclient: '/admin/rpiclients?id=',
  scanresult: '/admin/scanresult?id=',
  schedule: '/admin/schedule/settings?id=',
  system: '/admin/system?id=',
  user: '/admin/user/settings?id=',
  fileset: '/admin/fileset/settings?id=',
};

/** The page of the record; undefined where it has none, or is gone. */
export const pageOfEntry = ({ model, object, action }: Entry): string | undefined =>
  action === 'destroyed' || pages[model] === undefined ? undefined : `${pages[model]}${object}`;
