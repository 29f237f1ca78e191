// Fields that are folded: the title says the values while it is closed; an error or a change inside opens it.
import { useEffect, useId, useState, type ReactNode } from 'react';
import { FoldHead } from '#app/ui/layout/fold-head.tsx';
import css from './field-fold.module.css';
import { useFormContext } from './form-context.tsx';

interface FieldFoldProps {
  title: string;
  /** The values, while it is closed. */
  summary: string;
  /** The purpose of the fields, while it is open. */
  help: string;
  /** The names of the fields inside. */
  names: readonly string[];
  /** Of the title. `h2` where no section title stands above. */
  heading?: 'h2' | 'h3';
  children: ReactNode;
}

/** A card of folds. */
export function FieldFolds({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css['card']} role="group" aria-label={label}>
      {children}
    </div>
  );
}

/** One fold. Its fields stay mounted while it is closed, so that their values and errors stay too. */
export function FieldFold({ title, summary, help, names, heading: Heading = 'h3', children }: FieldFoldProps) {
  const form = useFormContext();
  const [open, setOpen] = useState(false);
  const id = useId();
  const hasError = names.some((name) => form.errors[name] !== undefined);
  const hasChange = form.changes.some(({ name }) => names.includes(name));
  const { attempt } = form;
  useEffect(() => {
    // Each failed try to save opens it again: the summary links to a field inside.
    if (hasError || hasChange) setOpen(true);
  }, [hasError, hasChange, attempt]);
  return (
    <section className={css['fold']}>
      <Heading>
        <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <FoldHead title={title} note={open ? help : summary} />
        </button>
      </Heading>
      <div id={id} hidden={!open} className={css['inside']}>
        {children}
      </div>
    </section>
  );
}
