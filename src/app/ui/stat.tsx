// Stat tiles: a number over a mark and a word. Zero stays in place.
import type { ReactNode } from 'react';
import { useLink, type LinkComponent } from './link.tsx';
import { Mark, type MarkKind } from './mark.tsx';

type StatProps = { to?: string; value: ReactNode; label: string; mark?: MarkKind; link?: LinkComponent };

/** One tile; with `to`, a link. */
export function Stat({ to, value, label, mark, link }: StatProps) {
  const Link = useLink(link);
  const inner = (
    <>
      <b>{value}</b>
      <span>
        {mark && <Mark kind={mark} size={14} />}
        {label}
      </span>
    </>
  );
  if (to === undefined) return <div className="stat">{inner}</div>;
  return (
    <Link to={to} className="stat">
      {inner}
    </Link>
  );
}

/** Tiles four abreast, two by two when narrow. */
export function Stats({ children }: { children: ReactNode }) {
  return <div className="stats">{children}</div>;
}
