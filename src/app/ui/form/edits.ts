// Edits of a record as data: which fields differ from it, and how they merge with a newer version of it. Pure.
import type { FieldTable, FormChange, StoredDraft, Values } from './form-types.ts';
import * as m from '#text/messages.js';

/** A field that both sides changed. `was` is the common ancestor. */
export interface Conflict {
  readonly was: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  readonly choice: 'mine' | 'theirs';
}

/** An edit in progress: the newest known record, the values on the screen, and the open conflicts by field. */
export interface Edit {
  readonly current: Values;
  readonly values: Values;
  readonly conflicts: Readonly<Record<string, Conflict>>;
}

type Table = FieldTable<Values>;

const tidy = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** A record that was renamed is still the same value. */
const keyOf = (value: { readonly id?: unknown } | null): string => JSON.stringify(value?.id ?? value);

/** True if two values are equal. Spaces at the ends of a text do not count; of two records the ids count. */
export function sameValue(one: unknown, other: unknown): boolean {
  const [a, b] = [tidy(one), tidy(other)];
  if (Object.is(a, b)) return true;
  return typeof a === 'object' && typeof b === 'object' && keyOf(a) === keyOf(b);
}

/** A value as it is compared and sent. */
const normalized = (fields: Table, name: string, value: unknown): unknown =>
  tidy(fields[name]?.normalize ? fields[name].normalize(value) : value);

/** True if a field differs from the record, as it would be sent. */
export const isChanged = (fields: Table, name: string, { current, values }: Edit): boolean => {
  const spec = fields[name];
  if (spec === undefined || spec.confirms) return false;
  if (spec.secret) return (values[name] ?? '') !== '';
  return !sameValue(normalized(fields, name, values[name]), normalized(fields, name, current[name]));
};

/** Names of the changed fields in the order of the form. */
export const changedNames = (fields: Table, edit: Edit): string[] =>
  Object.keys(fields).filter((name) => isChanged(fields, name, edit));

/** Names of the confirming fields that these changes ask for. */
export const confirmingNames = (fields: Table, changed: readonly string[]): string[] =>
  Object.keys(fields).filter((name) => fields[name]?.confirms?.(changed) === true);

/** The values to send: changed fields and what confirms them; with `sendsAll` every field. Texts are trimmed, secrets not. */
export function valuesToSend(fields: Table, edit: Edit, sendsAll: boolean): Values {
  const changed = changedNames(fields, edit);
  const plain = (name: string) => fields[name]?.secret !== true && !fields[name]?.confirms;
  const names = [
    ...(sendsAll ? Object.keys(fields).filter((name) => plain(name) || changed.includes(name)) : changed),
    ...confirmingNames(fields, changed),
  ];
  return Object.fromEntries(
    names.map((name) => [name, plain(name) ? normalized(fields, name, edit.values[name]) : edit.values[name]]),
  );
}

/** A value of a field as people read it. */
export function valueText(fields: Table, name: string, value: unknown): string {
  const spec = fields[name];
  if (spec?.secret) return (value ?? '') === '' ? m.forms_secret_unchanged() : m.forms_secret_new();
  const text = spec?.text ? spec.text(value) : String(value ?? '');
  return text.trim() === '' ? m.forms_empty() : text;
}

/** Each change with its old and new value as text. */
export const describeChanges = (fields: Table, edit: Edit): FormChange[] =>
  changedNames(fields, edit).map((name) => ({
    name,
    label: fields[name]?.label ?? name,
    short: fields[name]?.short ?? name,
    was: valueText(fields, name, edit.current[name]),
    now: valueText(fields, name, edit.values[name]),
  }));

/**
 * Merges an edit with a newer version of the record. Untouched fields follow it; a field that both sides changed
 * becomes a conflict that prefers the own value; equal changes are no changes any more.
 */
export function rebase(edit: Edit, next: Values): Edit {
  const values: Values = { ...edit.values };
  const conflicts: Record<string, Conflict> = { ...edit.conflicts };
  for (const name of Object.keys(next)) {
    const [before, theirs, mine] = [edit.current[name], next[name], edit.values[name]];
    const open = conflicts[name];
    // Inside a list the names of records count: an untouched field shows the new name.
    if (sameValue([before], [theirs])) continue;
    if (open) {
      if (open.choice === 'theirs') values[name] = theirs;
      if (sameValue(theirs, open.was) || sameValue(theirs, open.mine)) delete conflicts[name];
      else conflicts[name] = { ...open, theirs };
    } else if (sameValue(mine, before)) values[name] = theirs;
    else if (!sameValue(before, theirs) && !sameValue(mine, theirs))
      conflicts[name] = { was: before, mine, theirs, choice: 'mine' };
  }
  return { current: next, values, conflicts };
}

/** Fields that only the other side changed between two versions, and that the edit therefore takes over. */
export const followedNames = (edit: Edit, next: Values): string[] =>
  Object.keys(next).filter(
    (name) => !sameValue(edit.current[name], next[name]) && !(name in rebase(edit, next).conflicts),
  );

/** Chooses one side of a conflict. */
export function chooseSide(edit: Edit, name: string, choice: Conflict['choice']): Edit {
  const open = edit.conflicts[name];
  if (!open) return edit;
  return {
    ...edit,
    values: { ...edit.values, [name]: choice === 'mine' ? open.mine : open.theirs },
    conflicts: { ...edit.conflicts, [name]: { ...open, choice } },
  };
}

/** The draft to store; null without changes that may be stored. */
export function draftOf(fields: Table, edit: Edit): StoredDraft | null {
  const names = changedNames(fields, edit).filter((name) => fields[name]?.secret !== true);
  if (names.length === 0) return null;
  const pick = (from: (name: string) => unknown) => Object.fromEntries(names.map((name) => [name, from(name)]));
  return {
    was: pick((name) => edit.conflicts[name]?.was ?? edit.current[name]),
    mine: pick((name) => edit.values[name]),
  };
}

/** The edit that a stored draft makes of the record as it is now. Unknown fields of the draft are dropped. */
export function restoreDraft(fields: Table, current: Values, draft: StoredDraft | null): Edit {
  const known = (values: Values) => Object.fromEntries(Object.entries(values).filter(([name]) => name in fields));
  const based = { ...current, ...known(draft?.was ?? {}) };
  return rebase({ current: based, values: { ...based, ...known(draft?.mine ?? {}) }, conflicts: {} }, current);
}
