// One of a few, all in sight: radio buttons whose rows are the targets.
import { useId } from 'react';

/** One choice. */
export interface RadioOption<V> {
  readonly value: V;
  readonly label: string;
  readonly note?: string | undefined;
}

interface RadioRowsProps<V> {
  /** The name of the group for screen readers. */
  label: string;
  options: readonly RadioOption<V>[];
  /** The choice, by its value. */
  value: V | undefined;
  onChange: (value: V) => void;
}

/** A card of radio buttons inside a sheet; a long one scrolls in itself. */
export function RadioRows<V extends string | null>({ label, options, value, onChange }: RadioRowsProps<V>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="max-h-80 overflow-y-auto rounded-card bg-(--s2b) [&>*+*]:border-t [&>*+*]:border-line"
    >
      {options.map((option) => (
        <label key={option.value} className="flex min-h-14 items-center gap-3 px-3.5 py-2">
          <span className="min-w-0 flex-1 wrap-anywhere">
            <bdi>{option.label}</bdi>
            {option.note !== undefined && <small className="block text-secondary text-text3">{option.note}</small>}
          </span>
          <input
            type="radio"
            name={name}
            aria-label={[option.label, option.note].filter(Boolean).join(', ')}
            className="size-6 flex-none accent-lamp"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
        </label>
      ))}
    </div>
  );
}
