// The two sides of a conflict as radio tiles: the own value first.
import { useRef, type KeyboardEvent } from 'react';
import { Icon } from '#app/ui/primitives/icon.tsx';
import type { Conflict } from './edits.ts';
import css from './change-list.module.css';

type Side = Conflict['choice'];

/** One side: its value as text, and its author. */
export interface TileText {
  readonly value: string;
  readonly note: string;
}

type TilesProps = { label: string; mine: TileText; theirs: TileText; choice: Side; onChoose: (side: Side) => void };

/** Two radio tiles; arrow keys move the choice. */
export function ConflictTiles({ label, mine, theirs, choice, onChoose }: TilesProps) {
  const group = useRef<HTMLDivElement>(null);
  const onKeyDown = (e: KeyboardEvent) => {
    if (!e.key.startsWith('Arrow')) return;
    e.preventDefault();
    const next = choice === 'mine' ? 'theirs' : 'mine';
    onChoose(next);
    group.current?.querySelector<HTMLElement>(`[data-side=${next}]`)?.focus();
  };
  const sides: [Side, TileText][] = [
    ['mine', mine],
    ['theirs', theirs],
  ];
  return (
    <div ref={group} className={css['tiles']} role="radiogroup" aria-label={label} onKeyDown={onKeyDown}>
      {sides.map(([side, { value, note }]) => (
        <button
          key={side}
          type="button"
          role="radio"
          data-side={side}
          className={css['tile']}
          aria-checked={side === choice}
          tabIndex={side === choice ? 0 : -1}
          onClick={() => onChoose(side)}
        >
          <b>{value}</b>
          <span>{note}</span>
          <i aria-hidden="true">{side === choice && <Icon name="check" size={16} />}</i>
        </button>
      ))}
    </div>
  );
}
