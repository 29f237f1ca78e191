// Fields as rows of a card: a check box whose row is the target, and a value that opens a picker.
import { useId, type ReactNode, type Ref } from 'react';
import { clampOf } from '#app/ui/primitives/clamp.ts';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { FieldNote, UnsavedMark, type FieldShared } from './field.tsx';
import css from './field-rows.module.css';

/** The card around rows. */
export function FieldRows({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <div className={css['card']} {...(label && { role: 'group', 'aria-label': label })}>
      {children}
    </div>
  );
}

function RowLabel({ label, hint, unsaved, hintId }: FieldShared & { hintId: string }) {
  return (
    <span className={css['words']}>
      <span className={css['name']}>
        {label}
        {unsaved && <UnsavedMark />}
      </span>
      {hint && <small id={hintId}>{hint}</small>}
    </span>
  );
}

function BelowRow({ id, error, below }: { id: string; error: string | undefined; below: ReactNode }) {
  if (!error && !below) return null;
  return (
    <div className={css['below']}>
      <FieldNote id={id} error={error} />
      {below}
    </div>
  );
}

type CheckProps = FieldShared & { checked: boolean; onChange: (checked: boolean) => void };

function CheckBox({ id, label, hint, error, checked, onChange }: CheckProps & { id: string }) {
  return (
    <span className={css['check']}>
      <input
        id={id}
        type="checkbox"
        aria-label={label}
        {...(hint && { 'aria-describedby': `${id}-hint` })}
        {...(error && { 'aria-invalid': true })}
        checked={checked}
        onChange={(e) => onChange(e.target.checked)}
      />
      <Icon name="check" size={20} />
    </span>
  );
}

/** On or off, as a check box of 28 px. */
export function CheckRow(props: CheckProps) {
  const made = useId();
  const id = props.id ?? made;
  const { error, below } = props;
  return (
    <div>
      <label className={`${css['row']} ${error ? css['bad'] : ''}`} htmlFor={id}>
        <RowLabel {...props} hintId={`${id}-hint`} />
        <CheckBox {...props} id={id} />
      </label>
      <BelowRow id={`${id}-note`} error={error} below={below} />
    </div>
  );
}

type OpeningCheckProps = CheckProps & {
  /** Stands before the words. */
  mark: ReactNode;
  /** True while `below` is shown. */
  isOpen: boolean;
  onToggle: () => void;
};

/** A check box whose row shows what stands for it (`below`); only the box itself switches it. */
export function OpeningCheckRow({ mark, isOpen, onToggle, ...props }: OpeningCheckProps) {
  const made = useId();
  const id = props.id ?? made;
  return (
    <div>
      <div className={css['row']}>
        {mark}
        <button type="button" className={css['words']} aria-expanded={isOpen} onClick={onToggle}>
          <RowLabel {...props} hintId={`${id}-hint`} />
        </button>
        <label className={css['target']} htmlFor={id}>
          <CheckBox {...props} id={id} />
        </label>
      </div>
      <BelowRow id={`${id}-note`} error={props.error} below={isOpen && props.below} />
    </div>
  );
}

type ValueProps = FieldShared & { value: ReactNode; onPress?: (el: HTMLElement) => void; ref?: Ref<HTMLButtonElement> };

/** A value with a chevron; pressing it opens where it is chosen. Without `onPress` it is text. */
export function ValueRow({ value, onPress, ref, ...shared }: ValueProps) {
  const made = useId();
  const id = shared.id ?? made;
  const { error, below } = shared;
  const inside = (
    <>
      <RowLabel {...shared} hintId={`${id}-hint`} />
      <span className={css['value']}>
        <span {...clampOf(value)}>{value}</span>
        {onPress && <Icon name="right" size={20} className={css['go'] ?? ''} />}
      </span>
    </>
  );
  return (
    <div>
      {onPress ? (
        <button
          ref={ref}
          id={id}
          type="button"
          className={`${css['row']} ${error ? css['bad'] : ''}`}
          aria-haspopup="dialog"
          {...(error && { 'aria-describedby': `${id}-note` })}
          onClick={(e) => onPress(e.currentTarget)}
        >
          {inside}
        </button>
      ) : (
        <div className={`${css['row']} cursor-default`}>{inside}</div>
      )}
      <BelowRow id={`${id}-note`} error={error} below={below} />
    </div>
  );
}
