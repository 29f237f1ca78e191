// Form fields: label above, input, and below it a hint or, in its place, what is wrong.
import { useId, useState, type InputHTMLAttributes, type ReactNode } from 'react';
import { Icon } from '#app/ui/primitives/icon.tsx';

/** What every field shares. `id` lets an error summary link to it. */
export type FieldShared = { label: string; hint?: ReactNode; error?: string | undefined; id?: string };

/** What a field hands to its control. */
export type ControlProps = { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string };

type FieldProps = FieldShared & { children: (control: ControlProps) => ReactNode };

/** A label, a control, a hint or an error. */
export function Field({ label, hint, error, id, children }: FieldProps) {
  const made = useId();
  const own = id ?? made;
  const noteId = `${own}-note`;
  const control: ControlProps = {
    id: own,
    ...(error && { 'aria-invalid': true as const }),
    ...((error || hint) && { 'aria-describedby': noteId }),
  };
  return (
    <div className="fld">
      <label className="lab" htmlFor={own}>
        {label}
      </label>
      {children(control)}
      <FieldNote id={noteId} hint={hint} error={error} />
    </div>
  );
}

/** The line under a control. */
export function FieldNote({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  if (error)
    return (
      <p className="err" id={id}>
        <Icon name="warn" size={20} />
        {error}
      </p>
    );
  return hint ? (
    <p className="hint" id={id}>
      {hint}
    </p>
  ) : null;
}

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'id' | 'size'>;
type TextProps = FieldShared & Native & { value: string; onChange: (value: string) => void };

/** A line of text. Other input attributes pass through. */
export function TextField({ label, hint, error, id, value, onChange, ...native }: TextProps) {
  return (
    <Field label={label} hint={hint} error={error} {...(id && { id })}>
      {(control) => (
        <div className={`inp ${error ? 'inp-bad' : ''}`}>
          <input {...native} {...control} value={value} onChange={(e) => onChange(e.target.value)} />
        </div>
      )}
    </Field>
  );
}

/** A password with Show. */
export function PasswordField({ label, hint, error, id, value, onChange, ...native }: TextProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} {...(id && { id })}>
      {(control) => (
        <div className={`inp ${error ? 'inp-bad' : ''}`}>
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
          <button type="button" className="show" aria-pressed={shown} onClick={() => setShown(!shown)}>
            <Icon name="eye" size={22} />
            {shown ? 'Hide' : 'Show'}
          </button>
        </div>
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
export function SelectField<V extends string>(props: SelectProps<V>) {
  const { label, hint, error, id, value, options, onChange, name } = props;
  return (
    <Field label={label} hint={hint} error={error} {...(id && { id })}>
      {(control) => (
        <div className={`inp ${error ? 'inp-bad' : ''}`}>
          <select {...control} name={name} value={value} onChange={(e) => onChange(e.target.value as V)}>
            {options.map((o) => (
              <option key={o.value} value={o.value}>
                {o.label}
              </option>
            ))}
          </select>
          <Icon name="down" size={20} />
        </div>
      )}
    </Field>
  );
}

type SwitchProps = FieldShared & { checked: boolean; onChange: (checked: boolean) => void };

/** On or off; shape, not colour, says which. */
export function SwitchField({ label, hint, error, id, checked, onChange }: SwitchProps) {
  const made = useId();
  const own = id ?? made;
  return (
    <div className="fld">
      <button
        id={own}
        type="button"
        role="switch"
        className="switch"
        aria-checked={checked}
        {...((hint || error) && { 'aria-describedby': `${own}-note` })}
        onClick={() => onChange(!checked)}
      >
        <span>{label}</span>
        <i />
      </button>
      <FieldNote id={`${own}-note`} hint={hint} error={error} />
    </div>
  );
}

type SearchProps = { label: string; value: string; onChange: (value: string) => void; id?: string; end?: ReactNode };

/** The docked search box; its label is its placeholder too. */
export function SearchField({ label, value, onChange, id, end }: SearchProps) {
  return (
    <label className="inp inp-find">
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
      />
      {end}
    </label>
  );
}
