// The summary of a form's errors; takes focus when a try to save failed.
import { useEffect, useRef } from 'react';
import { Mark } from '#app/ui/primitives/mark.tsx';
import css from './form-error.module.css';
import * as m from '#text/messages.js';

/** One error of a form; `field` is the id of its control. */
export type FormError = { field?: string; text: string };

type SummaryProps = { errors: readonly FormError[]; attempt: number; title?: string; id?: string };

/** "Two things to fix", and a link to each. Raise `attempt` on every press of Save to move focus here. */
export function FormErrorSummary({ errors, attempt, title, id }: SummaryProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt > 0) ref.current?.focus();
  }, [attempt]);
  if (errors.length === 0) return null;
  const onlyText = errors.every(({ field }) => field === undefined);
  const go = (id: string) => {
    const el = document.getElementById(id);
    el?.scrollIntoView({ block: 'center' });
    el?.focus({ preventScroll: true });
  };
  return (
    <div ref={ref} id={id} className={css['summary']} role="alert" tabIndex={-1}>
      <Mark kind="failed" size={26} />
      <div>
        <b>{title ?? (onlyText ? m.forms_not_saved() : m.forms_things_to_fix({ count: errors.length }))}</b>
        <ul>
          {errors.map(({ field, text }) => (
            <li key={`${field}${text}`}>
              {field === undefined ? (
                <span>{text}</span>
              ) : (
                <a
                  href={`#${field}`}
                  onClick={(e) => {
                    e.preventDefault();
                    go(field);
                  }}
                >
                  {text}
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
