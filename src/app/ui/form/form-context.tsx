// The form that the fields of a screen belong to, and one field of it.
import { createContext, use } from 'react';
import { isChanged, type Conflict } from './edits.ts';
import type { RecordForm } from './use-record-form.ts';

/** The surrounding form; null outside of one. */
export const FormContext = createContext<RecordForm | null>(null);

/** The surrounding form; throws outside of one. */
export function useFormContext(): RecordForm {
  const form = use(FormContext);
  if (form === null) throw new Error('A form field needs a form around it.');
  return form;
}

/** One field as its control needs it. */
export interface FormField {
  readonly id: string;
  readonly label: string;
  readonly value: unknown;
  readonly error: string | undefined;
  /** Differs from the record. */
  readonly changed: boolean;
  readonly conflict: Conflict | undefined;
  readonly set: (value: unknown) => void;
}

/** The state of one field. */
export function useFormField(name: string): FormField {
  const { spec, edit, errors, formId, setValue } = useFormContext();
  const value = edit.values[name];
  return {
    id: fieldId(formId, name),
    label: spec.fields[name]?.label ?? name,
    value,
    error: errors[name],
    changed: isChanged(spec.fields, name, edit),
    conflict: edit.conflicts[name],
    set: (next) => setValue(name, next),
  };
}

/** The id of a field's control: what the summary of errors links to. */
export const fieldId = (formId: string, name: string): string => `${formId}-${name}`;

/** The id of a form's summary of errors. */
export const summaryId = (formId: string): string => `${formId}-errors`;
