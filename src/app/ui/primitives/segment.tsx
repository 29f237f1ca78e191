// A segment: one of a few, all in sight.
import { useRef, type KeyboardEvent } from 'react';
import { readingKey } from './direction.ts';
import styles from './segment.module.css';
import { Icon, type IconName } from './icon.tsx';

/** One choice of a segment. */
export type SegmentOption<V extends string> = { value: V; label: string; icon?: IconName };

type SegmentProps<V extends string> = {
  label: string;
  options: readonly SegmentOption<V>[];
  value: V;
  onChange: (value: V) => void;
};

/** One of two to five; arrow keys move the choice. */
export function Segment<V extends string>({ label, options, value, onChange }: SegmentProps<V>) {
  const group = useRef<HTMLDivElement>(null);
  const onKeyDown = (e: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[readingKey(e.key)];
    if (step === undefined) return;
    e.preventDefault();
    const at = options.findIndex((o) => o.value === value);
    const next = (at + step + options.length) % options.length;
    const option = options[next];
    if (!option) return;
    onChange(option.value);
    (group.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div ref={group} className={styles.segment} role="radiogroup" aria-label={label} onKeyDown={onKeyDown}>
      {options.map((o) => (
        <button
          key={o.value}
          type="button"
          role="radio"
          aria-checked={o.value === value}
          tabIndex={o.value === value ? 0 : -1}
          onClick={() => onChange(o.value)}
        >
          {o.icon && <Icon name={o.icon} size={20} />}
          {o.label}
        </button>
      ))}
    </div>
  );
}
