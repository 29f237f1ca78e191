// Form fields: label above, control, and below it a hint or, in its place, an error. Controlled; knows no form.
import { useId, useState, type InputHTMLAttributes, type ReactNode } from 'react';
import { Icon } from '#app/ui/primitives/icon.tsx';
import css from './field.module.css';
import * as m from '#text/messages.js';

/** Shared by every field. `id` lets an error summary link to it. */
export type FieldShared = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  id?: string;
  /** Marks the label with a diamond. */
  unsaved?: boolean;
  /** Under the control: the merge with a colleague's edit. */
  below?: ReactNode;
};

/** Attributes that a field gives its control. */
export type ControlProps = { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string };

type FieldProps = FieldShared & {
  children: (control: ControlProps) => ReactNode;
  /** The control is a group with a label of its own: no `label` element can point to it. */
  group?: boolean;
};

/** A label, a control, a hint or an error. */
export function Field({ label, hint, error, id, unsaved, below, children, group = false }: FieldProps) {
  const made = useId();
  const Label = group ? 'p' : 'label';
  const own = id ?? made;
  const noteId = `${own}-note`;
  const control: ControlProps = {
    id: own,
    ...(error && { 'aria-invalid': true as const }),
    ...((error || hint) && { 'aria-describedby': noteId }),
  };
  return (
    <div className={css['field']} data-field="">
      <Label className={css['label']} {...(!group && { htmlFor: own })}>
        {label}
        {unsaved && <UnsavedMark />}
      </Label>
      {children(control)}
      <FieldNote id={noteId} hint={hint} error={error} />
      {below}
    </div>
  );
}

/** The diamond beside what is not saved yet. */
export const UnsavedMark = () => <i className={css['unsaved']} role="img" aria-label={m.forms_unsaved()} />;

/** The line under a control. */
export function FieldNote({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  if (error)
    return (
      <p className={css['error']} id={id}>
        <Icon name="warn" size={20} />
        {error}
      </p>
    );
  return hint ? (
    <p className={css['hint']} id={id}>
      {hint}
    </p>
  ) : null;
}

/** The box around an input. */
export function FieldBox({ bad, children }: { bad: boolean; children: ReactNode }) {
  return <div className={`${css['box']} ${bad ? css['bad'] : ''}`}>{children}</div>;
}

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'id' | 'size'>;
/** The properties of a line of text. */
export type TextProps = FieldShared & Native & { value: string; onChange: (value: string) => void };

/** A line of text. Other input attributes pass through. */
export function TextField({ label, hint, error, id, unsaved, below, value, onChange, ...native }: TextProps) {
  const shared = { label, hint, error, unsaved, below, ...(id && { id }) };
  return (
    <Field {...shared}>
      {(control) => (
        <FieldBox bad={Boolean(error)}>
          <input {...native} {...control} value={value} onChange={(e) => onChange(e.target.value)} />
        </FieldBox>
      )}
    </Field>
  );
}

/** A password with Show. `end` stands inside the box, after Show. */
export function PasswordField(props: TextProps & { end?: ReactNode }) {
  const { label, hint, error, id, unsaved, below, value, onChange, end, ...native } = props;
  const [shown, setShown] = useState(false);
  const shared = { label, hint, error, unsaved, below, ...(id && { id }) };
  return (
    <Field {...shared}>
      {(control) => (
        <FieldBox bad={Boolean(error)}>
          <input
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            {...native}
            {...control}
            type={shown ? 'text' : 'password'}
            value={value}
            onChange={(e) => onChange(e.target.value)}
          />
          <button type="button" className={css['inside']} aria-pressed={shown} onClick={() => setShown(!shown)}>
            <Icon name="eye" size={22} />
            {shown ? m.forms_hide() : m.forms_show()}
          </button>
          {end}
        </FieldBox>
      )}
    </Field>
  );
}

type SelectProps<V extends string> = FieldShared & {
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
  name?: string;
};

/** One of many, in the platform's own list. */
export function SelectField<V extends string>({ value, options, onChange, name, ...shared }: SelectProps<V>) {
  return (
    <Field {...shared}>
      {(control) => (
        <FieldBox bad={Boolean(shared.error)}>
          <select {...control} name={name} value={value} onChange={(e) => onChange(e.target.value as V)}>
            {options.map((o) => (
              <option key={o.value} value={o.value}>
                {o.label}
              </option>
            ))}
          </select>
          <Icon name="down" size={20} />
        </FieldBox>
      )}
    </Field>
  );
}

type SearchProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  id?: string;
  end?: ReactNode;
  /** The list that the arrow keys walk while the focus stays here, and its current option, by id. */
  combobox?: { controls: string; active: string | undefined };
};

/** A search box; its label is its placeholder too. */
export function SearchField({ label, value, onChange, id, end, combobox }: SearchProps) {
  return (
    <label className={`${css['box']} ${css['search']}`}>
      <Icon name="search" size={22} />
      <input
        id={id}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(e) => onChange(e.target.value)}
        {...(combobox && {
          role: 'combobox',
          'aria-expanded': combobox.active !== undefined,
          'aria-controls': combobox.controls,
          'aria-activedescendant': combobox.active,
          'aria-autocomplete': 'list',
        })}
      />
      {end}
    </label>
  );
}
