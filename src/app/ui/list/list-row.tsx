// The 100 px row of a list: mark, name, state word, where it belongs, its strip.
import { useRef, type ReactNode } from 'react';
import { type LinkProps, useLink } from '#app/ui/primitives/link.tsx';
import { Mark, toneOf, toneText, type MarkKind } from '#app/ui/primitives/mark.tsx';
import { Strip } from '#app/ui/status/strip.tsx';
import { useLongPress } from '#app/ui/hooks/use-long-press.ts';

type ListRowProps = {
  kind: MarkKind;
  /** Outline: fine, taken or remembered. Fine is outline unless said otherwise. */
  hollow?: boolean;
  name: string;
  /** The state in a word: "Overdue 3 h". */
  word: string;
  meta?: ReactNode;
  cells?: string;
  stripLabel?: string;
  to: string;
  onHold?: () => void;
  /** While several are being chosen: whether this one is, and what a press does then, instead of leading there. */
  choice?: { picked: boolean; onPick: () => void } | undefined;
  /** Shown in the detail beside the list. */
  selected?: boolean;
  stale?: boolean;
};

/** One row; it leads to what it names. */
export function ListRow(props: ListRowProps) {
  const { kind, name, word, meta, cells, stripLabel, to, selected, stale = false, choice } = props;
  const hollow = props.hollow ?? (kind === 'ok' || stale);
  const ref = useRef<HTMLDivElement>(null);
  useLongPress(ref, props.onHold);
  const Link = useLink();
  const tone = stale || kind === 'ok' ? 'none' : toneOf(kind);
  return (
    <div ref={ref} className="contents">
      <Link
        to={to}
        className="lrow"
        draggable={false}
        {...(selected && { 'aria-current': 'true' as const })}
        {...(choice && asChoice(choice))}
      >
        <Mark kind={kind} size={26} hollow={hollow} {...(stale && { className: 'text-none' })} />
        <span className="a">
          <b className="truncate">{name}</b>
          <span className={toneText[tone]}>{word}</span>
        </span>
        <span className="o truncate block">{meta}</span>
        {cells && <Strip cells={cells} stale={stale} {...(stripLabel && { label: stripLabel })} />}
      </Link>
    </div>
  );
}

// A link leads somewhere at Enter alone; what can be chosen is so at Space too.
const asChoice = ({ picked, onPick }: NonNullable<ListRowProps['choice']>): Partial<LinkProps> => ({
  role: 'checkbox',
  'aria-checked': picked,
  onClick(e) {
    e.preventDefault();
    onPick();
  },
  onKeyDown(e) {
    if (e.key !== ' ') return;
    e.preventDefault();
    onPick();
  },
});

/** The line over a group of rows, sticky in a VirtualList. */
export function GroupTitle({ children, count }: { children: ReactNode; count?: number }) {
  return (
    <h2 className="grp">
      <span>{children}</span>
      {count !== undefined && <span className="tabular-nums">{count}</span>}
    </h2>
  );
}
