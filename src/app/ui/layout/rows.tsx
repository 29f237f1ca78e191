// Cards of rows: facts, links, actions; and the title of a section.
import type { ReactNode } from 'react';
import { Icon, type IconName } from '#app/ui/primitives/icon.tsx';
import { useLink } from '#app/ui/primitives/link.tsx';

/** A card of anything, with a quiet title left and a fact right. */
export function Card({ title, end, children }: { title?: ReactNode; end?: ReactNode; children: ReactNode }) {
  return (
    <section className="card">
      {(title !== undefined || end !== undefined) && (
        <div className="card-hd">
          <h2 className="t2">{title}</h2>
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
    <div className="rows" {...(label && { role: 'group', 'aria-label': label })}>
      {children}
    </div>
  );
}

/** A card of FactRow. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="rows">{children}</dl>;
}

/** A term, what it means here, and a note under the term. */
export function FactRow({ term, note, children }: { term: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="k">
        {term}
        {note && <small>{note}</small>}
      </dt>
      <dd className="v">{children}</dd>
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
  const className = icon ? 'row-iconed' : '';
  const inner = (
    <>
      {icon && <Icon name={icon} />}
      <span className="k">
        {label}
        {note && <small>{note}</small>}
      </span>
      {value !== undefined && <span className={pill ? 'pill' : 'v tn'}>{value}</span>}
      {!pill && <Icon name="right" size={20} className="go" />}
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

/** The line above a section, with a count or a link at its end. */
export function SectionTitle({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <h2 className="sec">
      <span>{children}</span>
      {end !== undefined && <span>{end}</span>}
    </h2>
  );
}
