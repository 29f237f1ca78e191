// Fields of more than a line: text of several lines, a number with steps, a secret, one of a few.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Segment, type SegmentOption } from '#app/ui/primitives/segment.tsx';
import { Field, FieldBox, PasswordField, type FieldShared, type TextProps } from './field.tsx';
import css from './field.module.css';
import * as m from '#text/messages.js';

type AreaProps = FieldShared & { value: string; onChange: (value: string) => void; maxLength?: number };

/** Text of several lines; grows with it. */
export function TextAreaField({ value, onChange, maxLength, ...shared }: AreaProps) {
  return (
    <Field {...shared}>
      {(control) => (
        <FieldBox bad={Boolean(shared.error)}>
          <textarea {...control} maxLength={maxLength} value={value} onChange={(e) => onChange(e.target.value)} />
        </FieldBox>
      )}
    </Field>
  );
}

const REPEAT_AFTER_MS = 400;
const REPEAT_EVERY_MS = 70;

/** Calls `step` at a click, and again and again while it is held. */
function useRepeat(step: () => void) {
  const latest = useRef(step);
  latest.current = step;
  const timer = useRef(0);
  const repeated = useRef(false);
  const stop = () => window.clearTimeout(timer.current);
  useEffect(() => stop, []);
  const repeat = () => {
    repeated.current = true;
    latest.current();
    timer.current = window.setTimeout(repeat, REPEAT_EVERY_MS);
  };
  return {
    // No step before the click: a finger that scrolls the page goes down here too.
    onPointerDown: (e: { button: number }) => {
      stop();
      repeated.current = false;
      if (e.button === 0) timer.current = window.setTimeout(repeat, REPEAT_AFTER_MS);
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onContextMenu: (e: { preventDefault: () => void }) => e.preventDefault(),
    // A key or a screen reader presses without a pointer (`detail` is 0).
    onClick: (e: { detail: number }) => (e.detail === 0 || !repeated.current) && latest.current(),
  };
}

type NumberProps = FieldShared & {
  /** NaN while something is typed that is no number. */
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  /** After the number: "hours". */
  unit?: string;
  /** Beside the number, in the place of the unit: a segment of units. */
  choice?: ReactNode;
};

const numberOf = (text: string): number => (text.trim() === '' ? NaN : Number(text.trim().replace(',', '.')));

/** A number between two buttons; holding one repeats it, typing is allowed. */
export function NumberField({ value, onChange, min, max, unit, choice, ...shared }: NumberProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const step = (by: number) => {
    setTyped(null);
    const from = Number.isFinite(value) ? value : min;
    onChange(Math.min(max, Math.max(min, Math.round(from) + by)));
  };
  const less = useRepeat(() => step(-1));
  const more = useRepeat(() => step(1));
  const type = (text: string) => {
    setTyped(text);
    onChange(numberOf(text));
  };
  // The form may have another value since, for example that of the record after Discard.
  const isTyped = typed !== null && Object.is(numberOf(typed), value);
  return (
    <Field {...shared}>
      {(control) => (
        <div className={css['stepper']}>
          <button type="button" aria-label={m.forms_less({ label: shared.label })} {...less}>
            <Icon name="minus" />
          </button>
          <FieldBox bad={Boolean(shared.error)}>
            <input
              {...control}
              inputMode="numeric"
              role="spinbutton"
              autoComplete="off"
              aria-valuemin={min}
              aria-valuemax={max}
              aria-valuenow={Number.isFinite(value) ? value : undefined}
              aria-valuetext={Number.isFinite(value) && unit ? `${value} ${unit}` : undefined}
              value={isTyped ? typed : Number.isFinite(value) ? String(value) : ''}
              onChange={(e) => type(e.target.value)}
              onBlur={() => Number.isFinite(value) && setTyped(null)}
              onKeyDown={(e) => {
                const by = { ArrowUp: 1, ArrowDown: -1 }[e.key];
                if (by === undefined) return;
                e.preventDefault();
                step(by);
              }}
            />
          </FieldBox>
          <button type="button" aria-label={m.forms_more({ label: shared.label })} {...more}>
            <Icon name="plus" />
          </button>
          {choice && <div className={css['choice']}>{choice}</div>}
          {unit && !choice && (
            <span className={css['unit']} aria-hidden="true">
              {unit}
            </span>
          )}
        </div>
      )}
    </Field>
  );
}

/** A write-only value. Shows whether it is set; Replace empties it. '' keeps the old one. */
export function SecretField({ isSet, ...props }: TextProps & { isSet: boolean }) {
  const [replacing, setReplacing] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const focus = (selector: string) =>
    window.requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(selector)?.focus());
  const replace = (on: boolean) => {
    setReplacing(on);
    props.onChange('');
    focus(on ? 'input' : 'button');
  };
  const open = !isSet || replacing || props.value !== '';
  const { label, hint, error, id, unsaved, below } = props;
  return (
    <div ref={box}>
      {open ? (
        <PasswordField
          autoComplete="new-password"
          {...props}
          {...(isSet && {
            end: (
              <button type="button" className={css['inside']} onClick={() => replace(false)}>
                {m.forms_keep_old()}
              </button>
            ),
          })}
        />
      ) : (
        <Field {...{ label, hint, error, unsaved, below }} {...(id && { id })}>
          {(control) => (
            <FieldBox bad={Boolean(error)}>
              <span className="text-text3 flex-1">{m.forms_secret_set()}</span>
              <button {...control} type="button" className={css['inside']} onClick={() => replace(true)}>
                {m.forms_replace()}
              </button>
            </FieldBox>
          )}
        </Field>
      )}
    </div>
  );
}

type ChoiceProps<V extends string> = FieldShared & {
  value: V;
  options: readonly SegmentOption<V>[];
  onChange: (value: V) => void;
};

/** One of two to five, all in sight. */
export function ChoiceField<V extends string>({ value, options, onChange, ...shared }: ChoiceProps<V>) {
  return (
    <Field {...shared} group>
      {({ id }) => (
        <div id={id} tabIndex={-1} className="outline-none [&>*]:m-0">
          <Segment label={shared.label} options={options} value={value} onChange={onChange} />
        </div>
      )}
    </Field>
  );
}
