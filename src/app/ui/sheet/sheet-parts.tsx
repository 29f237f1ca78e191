// The content of a sheet: a list of actions, and tiles two abreast.
import type { ReactNode } from 'react';
import { Icon, type IconName } from '#app/ui/primitives/icon.tsx';
import css from './sheet.module.css';
import { useCloseThen } from './sheet-context.ts';

/** One action; it closes the sheet first. `href` is for tel: and mailto:. */
export type SheetAction = {
  icon: IconName;
  label: string;
  note?: string;
  danger?: boolean;
  href?: string;
  onSelect?: () => void;
};

/** A card of actions, least likely first. */
export function SheetActions({ actions }: { actions: SheetAction[] }) {
  const closeThen = useCloseThen();
  return (
    <div className={css['actions']}>
      {actions.map(({ icon, label, note, danger, href, onSelect }) => {
        const inner = (
          <>
            <Icon name={icon} />
            {label}
            {note && <small>{note}</small>}
          </>
        );
        const select = () => closeThen(() => onSelect?.());
        if (href !== undefined)
          return (
            <a key={label} href={href} onClick={select}>
              {inner}
            </a>
          );
        return (
          <button key={label} type="button" className={danger ? css['danger'] : ''} onClick={select}>
            {inner}
          </button>
        );
      })}
    </div>
  );
}

/** One tile; closes the sheet, then acts. */
export function SheetTile(props: { icon: IconName; label: string; note?: string; onSelect: () => void }) {
  const closeThen = useCloseThen();
  return (
    <button type="button" className={css['tile']} onClick={() => closeThen(props.onSelect)}>
      <Icon name={props.icon} size={26} />
      <span>
        {props.label}
        {props.note && <small>{props.note}</small>}
      </span>
    </button>
  );
}

/** Tiles two abreast. */
export function SheetTiles({ children }: { children: ReactNode }) {
  return <div className={css['tiles']}>{children}</div>;
}
