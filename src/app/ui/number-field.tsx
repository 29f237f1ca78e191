// A number: minus, the value, plus. Holding a button repeats; typing is allowed.
import { useEffect, useRef, type ReactNode } from 'react';
import { Field, type FieldShared } from './field.tsx';
import { Icon } from './icon.tsx';

type NumberFieldProps = FieldShared & {
  /** null while the box is empty. */
  value: number | null;
  onChange: (value: number | null) => void;
  min?: number;
  max?: number;
  /** What stands beside it, a Segment of units for example. */
  unit?: ReactNode;
};

/** A whole number with a stepper. Out of range is kept as typed, for the form to judge. */
export function NumberField(props: NumberFieldProps) {
  const { label, hint, error, id, value, onChange, min = 0, max = 9999, unit } = props;
  const step = (by: number) => onChange(Math.min(max, Math.max(min, (value ?? min) + by)));
  const minus = useRepeat(() => step(-1));
  const plus = useRepeat(() => step(1));
  return (
    <Field label={label} hint={hint} error={error} {...(id && { id })}>
      {(control) => (
        <div className="step-row">
          <div className="step">
            <button type="button" aria-label={`Less: ${label}`} {...minus}>
              <Icon name="minus" />
            </button>
            <div className={`inp ${error ? 'inp-bad' : ''}`}>
              <input
                {...control}
                className="tn"
                inputMode="numeric"
                autoComplete="off"
                value={value ?? ''}
                onChange={(e) => onChange(parse(e.target.value))}
                onKeyDown={(e) => {
                  if (e.key !== 'ArrowUp' && e.key !== 'ArrowDown') return;
                  e.preventDefault();
                  step(e.key === 'ArrowUp' ? 1 : -1);
                }}
              />
            </div>
            <button type="button" aria-label={`More: ${label}`} {...plus}>
              <Icon name="plus" />
            </button>
          </div>
          {unit}
        </div>
      )}
    </Field>
  );
}

function parse(text: string): number | null {
  const digits = text.replace(/\D/g, '').slice(0, 6);
  return digits === '' ? null : Number(digits);
}

/** Handlers of a button that acts once on a press and again and again while held. */
function useRepeat(act: () => void) {
  const latest = useRef(act);
  latest.current = act;
  const timer = useRef(0);
  const repeated = useRef(false);
  const stop = () => window.clearTimeout(timer.current);
  useEffect(() => stop, []);
  const again = (wait: number) => {
    timer.current = window.setTimeout(() => {
      repeated.current = true;
      latest.current();
      again(80);
    }, wait);
  };
  return {
    onPointerDown: () => {
      repeated.current = false;
      stop();
      again(450);
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onContextMenu: (e: { preventDefault: () => void }) => e.preventDefault(),
    onClick: () => {
      if (!repeated.current) latest.current();
      repeated.current = false;
    },
  };
}
