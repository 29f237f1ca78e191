// The title line of a fold: a name, a note below it, a figure at its end, and an arrow that turns while it is open.
import type { ReactNode } from 'react';
import { Icon, type IconName } from '#app/ui/primitives/icon.tsx';
import css from './fold-head.module.css';

interface FoldHeadProps {
  title: ReactNode;
  note: ReactNode;
  icon?: IconName;
  end?: ReactNode;
  /** False for a group that is always open. */
  turns?: boolean;
}

/** Inside the `summary` of details, a button with `aria-expanded`, or a heading. */
export function FoldHead({ title, note, icon, end, turns = true }: FoldHeadProps) {
  return (
    <span className={css['head']}>
      {icon && <Icon name={icon} size={24} />}
      <span className={css['words']}>
        <b>{title}</b>
        <small>{note}</small>
      </span>
      {end !== undefined && <span className="tabular-nums">{end}</span>}
      {turns && <Icon name="down" size={22} className={css['turn'] ?? ''} />}
    </span>
  );
}
