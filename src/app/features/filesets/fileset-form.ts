// The form of a fileset: its fields, its values, what is sent, and the sentences of its own.
import type { FieldTable, FormIssue } from '#app/ui/form/form-types.ts';
import { api } from '#app/api/client.ts';
import type { Answer, Input } from '#app/api/types.ts';
import { issueText } from '#app/features/shell/issue-text.ts';
import type { RecordKind } from '#app/features/shell/record-kind.ts';
import { fileset } from '#contract/fileset.ts';
import { withRule } from '#contract/with-rule.ts';
import * as m from '#text/messages.js';
import { guardPattern } from './pattern-guard.ts';

export type Fileset = Answer<'fileset', 'get'>;

export type FilesetValues = Pick<
  Fileset,
  'description' | 'glob' | 'pattern' | 'nameField' | 'dateField' | 'timeField' | 'dateFormat' | 'timeFormat' | 'static'
>;

const groupText = (group: number): string => (group === 0 ? m.filesets_group_none() : m.filesets_group({ group }));
const onOff = (on: boolean): string => (on ? m.forms_on() : m.forms_off());

/** In the order of the screen. */
export const filesetFields = (): FieldTable<FilesetValues> => ({
  description: { label: m.filesets_description(), short: m.filesets_description_short() },
  glob: { label: m.filesets_glob(), short: m.filesets_glob_short() },
  pattern: { label: m.filesets_pattern(), short: m.filesets_pattern_short() },
  nameField: { label: m.filesets_name_field(), short: m.filesets_name_field_short(), text: groupText },
  dateField: { label: m.filesets_date_field(), short: m.filesets_date_field_short(), text: groupText },
  timeField: { label: m.filesets_time_field(), short: m.filesets_time_field_short(), text: groupText },
  dateFormat: { label: m.filesets_date_format(), short: m.filesets_date_format_short() },
  timeFormat: { label: m.filesets_time_format(), short: m.filesets_time_format_short() },
  static: { label: m.filesets_static(), short: m.filesets_static_short(), text: onOff },
});

/** A rule that takes every file by its modification time. */
export const emptyRule: FilesetValues = {
  description: '',
  glob: '',
  pattern: '',
  nameField: 0,
  dateField: 0,
  timeField: 0,
  dateFormat: 'YYYY-MM-DD',
  timeFormat: 'HHmm',
  static: false,
};

/** The values of a fileset. */
export const readFileset = (record: Fileset): FilesetValues => ({
  description: record.description,
  glob: record.glob,
  pattern: record.pattern,
  nameField: record.nameField,
  dateField: record.dateField,
  timeField: record.timeField,
  dateFormat: record.dateFormat,
  timeFormat: record.timeFormat,
  static: record.static,
});

type Create = Input<'fileset', 'create'>;

/** The sentence of an issue of this form. */
export function filesetIssueText(issue: FormIssue, label: string, name: string): string {
  if (name === 'glob' && (issue.code === 'required' || issue.code === 'too_short')) return m.filesets_glob_missing();
  if (name === 'pattern') return issue.code === 'invalid_value' ? m.filesets_not_run() : m.filesets_pattern_refused();
  return issueText(issue, label);
}

// A pattern that the guard rejects is not sent.
const isRun = ({ pattern = '' }: { pattern?: string | undefined }): boolean => guardPattern(pattern) === null;
const guarded = {
  noun: fileset.noun,
  calls: {
    create: { input: withRule(fileset.calls.create.input, 'pattern', isRun) },
    update: { input: withRule(fileset.calls.update.input, 'pattern', isRun) },
  },
};

/** A system by id and name. */
export interface SystemRef {
  id: string;
  name: string;
}

/** Returns whether the client of a system reported Windows, where case does not count. */
export const onWindows = (system: { platform: string | null } | undefined): boolean =>
  /^win/i.test(system?.platform ?? '');

/** The name of a fileset: its description, else its glob. */
export const filesetName = ({ description, glob }: Pick<Fileset, 'description' | 'glob'>): string =>
  description || glob;

/** The filesets of one system, as their screen needs them; `filled`: the values that a scan suggests. */
export function filesetKind(
  system: SystemRef,
  filled?: FilesetValues,
): RecordKind<Fileset, FilesetValues, Create, Partial<Create>> {
  function toInput(values: FilesetValues): Create;
  function toInput(changes: Partial<FilesetValues>): Partial<Create>;
  function toInput(changes: Partial<FilesetValues>): Partial<Create> {
    // Only a new one has every value.
    return { ...changes, ...(Object.keys(changes).length === Object.keys(emptyRule).length && { system: system.id }) };
  }
  return {
    entity: guarded,
    calls: api.fileset,
    listHref: `/admin/system/filesets?id=${system.id}`,
    hrefOf: (id) => `/admin/fileset/settings?id=${id}`,
    nameOf: filesetName,
    fields: filesetFields,
    initial: emptyRule,
    ...(filled && { filled }),
    read: readFileset,
    toInput,
    issueText: filesetIssueText,
    draftOf: `-${system.id}`,
    texts: () => ({
      list: system.name,
      one: m.filesets_one(),
      add: m.filesets_new(),
      save: m.filesets_save(),
      notLoaded: m.filesets_one_not_loaded(),
      remove: m.filesets_delete(),
      removeDetail: () => m.filesets_delete_detail({ system: system.name }),
    }),
  };
}
