// The edit of one record: values, validation after the first try, saving of changes, conflicts, and the stored draft.
import { useEffect, useId, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import {
  changedNames,
  chooseSide,
  confirmingNames,
  describeChanges,
  draftOf,
  followedNames,
  rebase,
  restoreDraft,
  sameValue,
  valuesToSend,
  type Conflict,
  type Edit,
} from './edits.ts';
import { fieldErrors, issuesOf } from './validation.ts';
import type { DraftStore, FieldTable, FormChange, Values } from './form-types.ts';
import type { OpenMerge, RecordFormOptions } from './record-form-options.ts';

/** The state that is read again while a save runs: a change can be read at once, and renders the form. */
interface FormState {
  readonly values: Values;
  /** Tries to save since the last start; errors are shown from the first one on. */
  readonly tries: number;
  readonly isSaving: boolean;
}

/** The form as fields, bar, summary, questions and its screen use it. `V`: its values by field. */
export interface RecordForm<V extends object = object> {
  readonly formId: string;
  readonly spec: { readonly fields: FieldTable<Values> };
  readonly edit: Edit;
  /** The values on the screen. */
  readonly values: V;
  /** The sentence of each field with an error, from the first try to save on. */
  readonly errors: Readonly<Record<string, string>>;
  readonly changes: readonly FormChange[];
  /** Confirming fields to show now. */
  readonly confirming: readonly string[];
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** The sentence of a failure that belongs to no field. */
  readonly failure: string | null;
  /** Counts failed tries to save; each moves focus to the summary. */
  readonly attempt: number;
  readonly merge: OpenMerge | null;
  /** The first name of the person who made the other values of a conflict that came while editing, where it is known. */
  readonly editor?: string | null;
  readonly isRestored: boolean;
  setValue(name: string, value: unknown): void;
  choose(name: string, side: Conflict['choice']): void;
  /** Validates and saves; answers whether the record was saved. `leaving`: the page goes anyway, `onSaved` is not called. */
  submit(leaving?: boolean): Promise<boolean>;
  /** Throws the edit and its draft away. */
  discard(): void;
}

/** A value that the server did not accept; it stays an error until it is changed or sent again. */
interface RejectedValue {
  readonly name: string;
  readonly value: unknown;
  readonly text: string;
}

interface Outcome {
  readonly failure: string | null;
  readonly attempt: number;
  readonly merge: OpenMerge | null;
}

/** Written while saving; the next change of the state renders it. */
interface Memory<R> {
  rejected: readonly RejectedValue[];
  saved: { record: R } | null;
}

/** The options without the type of their values: inside the kit these are `unknown`. */
type Options<R> = RecordFormOptions<Values, R, Values>;

/** The state of one render, for the steps of validating and saving. */
interface Parts<R> {
  options: Options<R>;
  fields: FieldTable<Values>;
  state: { readonly current: FormState };
  change: (next: Partial<FormState>) => void;
  /** The newest known record. */
  record: R;
  base: Omit<Edit, 'values'>;
  setBase: (base: Omit<Edit, 'values'>) => void;
  setAhead: (ahead: { record: R; over: R }) => void;
  setOutcome: (next: (before: Outcome) => Outcome) => void;
  memory: Memory<R>;
}

const editOf = <R>({ base, state }: Parts<R>, values: Values = state.current.values): Edit => ({ ...base, values });

function inputOf<R>(parts: Parts<R>, values: Values): Values {
  const { toInput, sendsAll = false } = parts.options;
  return toInput(valuesToSend(parts.fields, editOf(parts, values), sendsAll));
}

/** The sentence of each field with an error. */
function validate<R>(parts: Parts<R>): Record<string, string> {
  const { fields, options, memory } = parts;
  const { values } = parts.state.current;
  const confirming = confirmingNames(fields, changedNames(fields, editOf(parts)));
  const issues = issuesOf(options.validate, inputOf(parts, values), fields, confirming, values);
  const found = fieldErrors(issues, fields, options.issueText).fields;
  for (const { name, value, text } of memory.rejected) if (sameValue(values[name], value)) found[name] ??= text;
  return found;
}

function put<R>({ change, setBase }: Parts<R>, { values, current, conflicts }: Edit): void {
  change({ values });
  setBase({ current, conflicts });
}

/** Begins anew from the record, with the values that were typed since `sent`. */
function startAgain<R>(parts: Parts<R>, current: Values, sent?: Values): void {
  parts.options.draft?.write(null);
  parts.memory.rejected = [];
  const now = sent ? Object.entries(parts.state.current.values) : [];
  const typed = now.filter(([name, value]) => !Object.is(value, sent?.[name]));
  parts.change({ values: { ...current, ...Object.fromEntries(typed) }, tries: 0 });
  parts.setBase({ current, conflicts: {} });
  parts.setOutcome(() => ({ failure: null, attempt: 0, merge: null }));
}

async function send<R>(parts: Parts<R>, values: Values): Promise<void> {
  const fail = (failure: string | null, merge: OpenMerge | null = null) =>
    parts.setOutcome(({ attempt }) => ({ failure, attempt: attempt + 1, merge }));
  try {
    const record = await parts.options.save(inputOf(parts, values), parts.record);
    parts.setAhead({ record, over: parts.options.record });
    parts.memory.saved = { record };
    startAgain(parts, parts.options.read(record), values);
  } catch (error) {
    const { issues, text, conflict } = parts.options.readFailure(error);
    const found = fieldErrors(issues, parts.fields, parts.options.issueText);
    parts.memory.rejected = Object.entries(found.fields).map(([name, message]) => ({
      name,
      value: values[name],
      text: message,
    }));
    const newer = conflict ? (conflict.record ?? (await parts.options.reload?.().catch(() => null)) ?? null) : null;
    if (newer === null) return fail([text, ...found.rest].filter(Boolean).join(' ') || null);
    const followed = followedNames(editOf(parts), parts.options.read(newer));
    parts.setAhead({ record: newer, over: parts.options.record });
    fail(null, { by: conflict?.by ?? null, at: conflict?.at ?? null, followed });
  }
}

async function submit<R>(parts: Parts<R>, outcome: Outcome, leaving: boolean): Promise<boolean> {
  const { state, change, fields, options, memory } = parts;
  if (state.current.isSaving) return false;
  options.onAttempt?.();
  if (options.sendsAll !== true && changedNames(fields, editOf(parts)).length === 0) {
    // A merge that took their side everywhere leaves nothing to send.
    if (outcome.merge) startAgain(parts, parts.base.current);
    return outcome.merge !== null;
  }
  // Errors of the last try would block this one.
  memory.rejected = [];
  memory.saved = null;
  parts.setOutcome((before) => ({ ...before, failure: null }));
  change({ tries: state.current.tries + 1 });
  if (Object.keys(validate(parts)).length === 0) {
    change({ isSaving: true });
    await send(parts, state.current.values).finally(() => change({ isSaving: false }));
  }
  const { saved } = memory as Memory<R>;
  if (saved && !leaving) options.onSaved?.(saved.record);
  if (saved) return true;
  parts.setOutcome((now) => (now.attempt === outcome.attempt ? { ...now, attempt: now.attempt + 1 } : now));
  return false;
}

function useFormState(initial: Values): Pick<Parts<unknown>, 'state' | 'change'> {
  const state = useRef<FormState>({ values: initial, tries: 0, isSaving: false });
  const [, render] = useReducer((count: number) => count + 1, 0);
  const change = (next: Partial<FormState>) => {
    state.current = { ...state.current, ...next };
    render();
  };
  return { state, change };
}

// A record that an answer brought counts until the cache brings another one.
function useNewestRecord<R>(cached: R) {
  const [ahead, setAhead] = useState<{ record: R; over: R } | null>(null);
  const record = ahead !== null && ahead.over === cached ? ahead.record : cached;
  return [record, setAhead] as const;
}

/** The edit to start with: the stored draft, else the values that the screen fills in. */
function startOf<R>({ draft, filled, fields }: Options<R>, theirs: Values): { start: Edit; isRestored: boolean } {
  const stored = draft?.read() ?? null;
  const start = restoreDraft(fields, theirs, stored ?? (filled ? { was: theirs, mine: filled } : null));
  return { start, isRestored: stored !== null && !sameValue(start.values, start.current) };
}

/** Edits one record; mount it anew for another record. */
export function useRecordForm<V extends object, R, I extends object>(given: RecordFormOptions<V, R, I>): RecordForm<V> {
  // Values enter and leave the kit here alone: what `read` returns is what the screen and `toInput` get back.
  const options = given as unknown as Options<R>;
  const formId = useId();
  const { fields } = options;
  const latest = useRef<Parts<R> | null>(null);
  const [memory] = useState<Memory<R>>(() => ({ rejected: [], saved: null }));
  const [record, setAhead] = useNewestRecord(options.record);
  const { read } = options;
  const theirs = useMemo(() => read(record), [read, record]);
  const [{ start, isRestored }] = useState(() => startOf(options, theirs));
  const [base, setBase] = useState<Omit<Edit, 'values'>>(start);
  const [outcome, setOutcome] = useState<Outcome>({ failure: null, attempt: 0, merge: null });
  const { state, change } = useFormState(start.values);
  const parts: Parts<R> = { options, fields, state, change, record, base, setBase, setAhead, setOutcome, memory };
  latest.current = parts;

  const { values, tries, isSaving } = state.current;
  const edit = useMemo(() => ({ ...base, values }), [base, values]);
  const changes = useMemo(() => describeChanges(fields, edit), [fields, edit]);
  useLayoutEffect(() => {
    // Untouched fields follow the record.
    if (latest.current && !sameValue(base.current, theirs)) put(latest.current, rebase(editOf(latest.current), theirs));
  }, [base, theirs]);
  useStoredDraft(options.draft, fields, edit);
  return {
    ...outcome,
    formId,
    spec: { fields },
    edit,
    values: values as V,
    errors: tries === 0 ? {} : validate(parts),
    changes,
    confirming: confirmingNames(
      fields,
      changes.map(({ name }) => name),
    ),
    isDirty: changes.length > 0,
    isSaving,
    isRestored,
    setValue: (name, value) => setValue(parts, name, value),
    choose: (name, side) => put(parts, chooseSide(editOf(parts), name, side)),
    submit: (leaving = false) => submit(parts, outcome, leaving),
    discard: () => startAgain(parts, theirs),
  };
}

function setValue<R>({ base, setBase, state, change, options }: Parts<R>, name: string, value: unknown): void {
  // A new record is left for its own page: what is typed while it is created would be lost there.
  if (options.sendsAll === true && state.current.isSaving) return;
  const open = base.conflicts[name];
  if (open) setBase({ ...base, conflicts: { ...base.conflicts, [name]: { ...open, mine: value, choice: 'mine' } } });
  change({ values: { ...state.current.values, [name]: value } });
}

// Written at each change: a phone may end the page without an event.
function useStoredDraft(store: DraftStore | undefined, fields: FieldTable<Values>, edit: Edit): void {
  useEffect(() => store?.write(draftOf(fields, edit)), [store, fields, edit]);
}
