// Cards of rows: facts, links, actions; and the title of a section.
import type { ReactNode } from 'react';
import * as m from '#text/messages.js';
import { Icon, type IconName } from '#app/ui/primitives/icon.tsx';
import { useLink } from '#app/ui/primitives/link.tsx';
import { cx } from '#app/ui/primitives/cx.ts';
import styles from './rows.module.css';

/** A card of anything, with a quiet title left and a fact right. */
export function Card({ title, end, children }: { title?: ReactNode; end?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.card}>
      {(title !== undefined || end !== undefined) && (
        <div className={styles.cardHeader}>
          <h2 className="text-text2">{title}</h2>
          <span>{end}</span>
        </div>
      )}
      {children}
    </section>
  );
}

/** A card of link or action rows. */
export function Rows({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <div className={styles.rows} {...(label && { role: 'group', 'aria-label': label })}>
      {children}
    </div>
  );
}

/** A card of FactRow. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.rows}>{children}</dl>;
}

type FactRowProps = { term: string; icon?: IconName; note?: ReactNode; children?: ReactNode };

/** A term, its value, and a note under the term. */
export function FactRow({ term, icon, note, children }: FactRowProps) {
  return (
    <div className={cx(icon && styles.iconed)}>
      {icon && <Icon name={icon} className="text-text2" />}
      <dt className={styles.term}>
        {term}
        {note && <small>{note}</small>}
      </dt>
      {children !== undefined && <dd className={styles.value}>{children}</dd>}
    </div>
  );
}

type LinkRowProps = {
  to?: string;
  onPress?: (el: HTMLElement) => void;
  icon?: IconName;
  label: ReactNode;
  note?: ReactNode;
  value?: ReactNode;
  /** The value wants attention: in a lamp outline. */
  pill?: boolean;
};

/** A row that leads somewhere, or with `onPress` does something. */
export function LinkRow({ to, onPress, icon, label, note, value, pill = false }: LinkRowProps) {
  const Link = useLink();
  const className = cx(icon && styles.iconed);
  const inner = (
    <>
      {icon && <Icon name={icon} className="text-text2" />}
      <span className={styles.term}>
        {label}
        {note && <small>{note}</small>}
      </span>
      {/* A value that arrives later is an element of its own: none that is drawn becomes wider. */}
      {pill ? (
        <span key="pill" className={styles.pill}>
          {value}
        </span>
      ) : (
        <span key={value === undefined ? 0 : 1} className={cx(styles.value, 'tabular-nums')}>
          {withSeparators(value)}
          <Icon name="right" size={20} className="flex-none text-text3" />
        </span>
      )}
    </>
  );
  if (to === undefined)
    return (
      <button type="button" className={className} onClick={(e) => onPress?.(e.currentTarget)}>
        {inner}
      </button>
    );
  return (
    <Link to={to} className={className}>
      {inner}
    </Link>
  );
}

// Beside sentences that write 1,000, a bare number would be 1000.
const withSeparators = (value: ReactNode): ReactNode =>
  typeof value === 'number' ? m.lists_count({ count: value }) : value;

/** The line above a section, with a count or a link at its end. */
export function SectionTitle({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <h2 className="flex justify-between gap-2 px-4 pt-4.5 pb-2 text-secondary font-[650] text-text2">
      <span>{children}</span>
      {end !== undefined && <span>{withSeparators(end)}</span>}
    </h2>
  );
}
