// The content of a sheet: a list of actions, a bar of them, and tiles two abreast.
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

/** One action of a bar. Its label is short; `name` is the whole one for screen readers, and begins with it. */
export type SheetBarAction = {
  icon: IconName;
  label: string;
  name?: string;
  href?: string;
  /** Closes the sheet first, unless `over`: it opens something over the sheet, or changes what the sheet shows. */
  onSelect?: (el: HTMLElement) => void;
  over?: boolean;
};

/** Actions side by side, three abreast on a phone, each an icon over its label. */
export function SheetBar({ actions }: { actions: SheetBarAction[] }) {
  const closeThen = useCloseThen();
  return (
    <div className={css['bar']}>
      {actions.map(({ icon, label, name, href, onSelect, over = false }) => {
        const inner = (
          <>
            <Icon name={icon} size={26} />
            {label}
          </>
        );
        const named = name === undefined ? {} : { 'aria-label': name };
        if (href !== undefined)
          return (
            <a key={label} href={href} {...named} onClick={() => closeThen(() => undefined)}>
              {inner}
            </a>
          );
        const press = (el: HTMLElement) => (over ? onSelect?.(el) : closeThen(() => onSelect?.(el)));
        return (
          <button key={label} type="button" {...named} onClick={({ currentTarget }) => press(currentTarget)}>
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
