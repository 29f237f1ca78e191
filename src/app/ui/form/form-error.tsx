// The summary of what is wrong with a form; focused when Save is pressed.
import { useEffect, useRef } from 'react';
import { Mark } from '#app/ui/primitives/mark.tsx';

/** One thing to fix; `field` is the id of its control. */
export type FormFault = { field?: string; text: string };

const words = ['Nothing', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

/** "Two things to fix", and a link to each. Raise `attempt` on every press of Save to move focus here. */
export function FormError({ faults, attempt, title }: { faults: FormFault[]; attempt: number; title?: string }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt > 0) ref.current?.focus();
  }, [attempt]);
  if (faults.length === 0) return null;
  const said = `${words[faults.length] ?? faults.length} ${faults.length === 1 ? 'thing' : 'things'} to fix`;
  const go = (id: string) => {
    const el = document.getElementById(id);
    el?.scrollIntoView({ block: 'center' });
    el?.focus({ preventScroll: true });
  };
  return (
    <div ref={ref} className="form-error" role="alert" tabIndex={-1}>
      <Mark kind="failed" size={26} />
      <div>
        <b>{title ?? said}</b>
        <ul>
          {faults.map(({ field, text }) => (
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
