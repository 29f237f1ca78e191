// The 100 px row of a list: mark, name, state word, where it belongs, its strip.
import { useRef, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { useLink, type LinkComponent } from './link.tsx';
import { Mark, toneOf, type MarkKind } from './mark.tsx';
import { Strip } from './strip.tsx';
import { useHold } from './use-hold.ts';

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
  to?: string;
  onOpen?: () => void;
  onHold?: (row: HTMLElement) => void;
  /** Shown in the detail beside the list. */
  selected?: boolean;
  /** While choosing many: whether this one is chosen. */
  checked?: boolean;
  stale?: boolean;
  link?: LinkComponent;
};

/** One row; give it a link, or in selection mode `checked` and `onOpen`. */
export function ListRow(props: ListRowProps) {
  const { kind, name, word, meta, cells, stripLabel, to, onOpen, selected, checked, stale = false } = props;
  const hollow = props.hollow ?? (kind === 'ok' || stale);
  const ref = useRef<HTMLDivElement>(null);
  useHold(ref, props.onHold);
  const Link = useLink(props.link);
  const tone = stale || kind === 'ok' ? 'none' : toneOf(kind);
  const inner = (
    <>
      {checked === undefined ? <Mark kind={kind} size={26} hollow={hollow} /> : <Check on={checked} />}
      <span className="a">
        <b className="ell">{name}</b>
        <span className={`w-${tone}`}>{word}</span>
      </span>
      <span className="o ell block">{meta}</span>
      {cells && <Strip cells={cells} className={stale ? 'ghost' : ''} {...(stripLabel && { label: stripLabel })} />}
    </>
  );
  return (
    <div ref={ref} className="contents">
      {to !== undefined && checked === undefined ? (
        <Link
          to={to}
          className="lrow"
          draggable={false}
          {...(selected && { 'aria-current': 'true' as const })}
          {...(onOpen && { onClick: onOpen })}
        >
          {inner}
        </Link>
      ) : (
        <button
          type="button"
          className="lrow"
          onClick={onOpen}
          {...(checked !== undefined && { 'aria-pressed': checked })}
        >
          {inner}
        </button>
      )}
    </div>
  );
}

function Check({ on }: { on: boolean }) {
  return (
    <span className="lrow-check" data-on={on ? '' : undefined} aria-hidden="true">
      {on && <Icon name="check" size={20} />}
    </span>
  );
}

/** The line over a group of rows, sticky in a VirtualList. */
export function GroupTitle({ children, count }: { children: ReactNode; count?: number }) {
  return (
    <h2 className="grp">
      <span>{children}</span>
      {count !== undefined && <span className="tn">{count}</span>}
    </h2>
  );
}
