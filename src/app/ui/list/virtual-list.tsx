// The rows of a list on phones and in narrow panes: only what is in sight is on the page.
import { type HTMLAttributes, memo, type ReactNode, useMemo, useRef } from 'react';
import { useScroller } from '#app/ui/layout/screen.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import * as m from '#text/messages.js';
import { linesOf } from './list-lines.ts';
import { useRestoredPosition } from './list-position.ts';
import { RowPlaceholder } from './list-row.tsx';
import type { ListBodyProps, ListDescription, ListGroup, RowSwipe } from './list-types.ts';
import { useCurrentInSight } from './use-current-in-sight.ts';
import { useFocusedRow } from './use-focused-row.ts';
import { useRowEvents } from './use-row-events.ts';
import { useVirtualLines } from './use-virtual-lines.ts';
import styles from './virtual-list.module.css';

const AHEAD_PX = 300;
const TITLE_HEIGHT = 40;

/** The rows. They scroll with the Screen around them. */
export function VirtualList<T>(props: ListBodyProps<T>) {
  const { list, rows, selection, currentKey, placeId } = props;
  const scroller = useScroller() ?? null;
  const root = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(rows.groups), [rows.groups]);
  const visible = useVirtualLines({
    lines,
    rows,
    scroller,
    list: root,
    placeId,
    focusedLine: useFocusedRow(root, { list, rows, lines, placeId }),
    rowHeight: list.rowHeight,
    titleHeight: TITLE_HEIGHT,
    aheadPx: AHEAD_PX,
  });
  useRestoredPosition(scroller, placeId);
  useRowEvents(root, { ...props, lines, scrollToLine: visible.scrollToLine });
  useCurrentInSight(root, { ...props, lines, scrollToLine: visible.scrollToLine });
  const selecting = selection !== undefined && selection.rows.size > 0;
  return (
    <div ref={root} className={styles.list} role="list" aria-label={list.label} style={{ height: visible.height }}>
      {visible.items.map(({ index, start, size }) => {
        const line = lines.at(index);
        const group = line && rows.groups[line.group];
        if (!line || !group) return null;
        const stuck = index === visible.stuck;
        const top = stuck ? null : start;
        if (line.kind === 'title') return <Title key={index} group={group} top={top} height={size} />;
        const item = rows.rowAt(line.group, line.index);
        const key = item === undefined ? undefined : list.keyOf(item);
        return (
          <Row
            key={index}
            list={list as ListDescription<unknown>}
            item={item}
            groupKey={group.key}
            position={line.position}
            total={lines.rows}
            top={top ?? 0}
            height={size}
            first={line.index === 0}
            stale={rows.isStale?.(line.group, line.index) ?? false}
            checked={selecting ? key !== undefined && selection.rows.has(key) : undefined}
            current={key !== undefined && key === currentKey}
          />
        );
      })}
    </div>
  );
}

interface TitleProps {
  group: ListGroup;
  /** Null while it sticks. */
  top: number | null;
  height: number;
}

const Title = memo(function Title({ group, top, height }: TitleProps) {
  const style = top === null ? { height } : { height, top };
  return (
    <div role="listitem" className={top === null ? styles.stuck : styles.item} style={style}>
      <h2 className={styles.title}>
        <span>{group.label}</span>
        {group.count !== undefined && <span>{m.lists_count({ count: group.count })}</span>}
      </h2>
    </div>
  );
});

interface RowProps {
  list: ListDescription<unknown>;
  /** Undefined while it is not loaded. */
  item: unknown;
  groupKey: string;
  position: number;
  total: number;
  top: number;
  height: number;
  first: boolean;
  stale: boolean;
  /** True if it is selected; undefined while no row is. */
  checked: boolean | undefined;
  current: boolean;
}

// Drawn again only when something of the row itself changes: scrolling draws the rows that come into sight.
const Row = memo(function Row(props: RowProps) {
  const { list, item, position, total, top, height, first } = props;
  return (
    <div
      role="listitem"
      className={first ? `${styles.item} ${styles.first}` : styles.item}
      data-position={position}
      aria-setsize={total}
      aria-posinset={position + 1}
      style={{ height, top }}
    >
      {item === undefined ? (
        <div className={styles.row}>
          <RowPlaceholder />
        </div>
      ) : (
        <>
          <Under side={styles.right} swipe={list.swipeRight} item={item} />
          <Under side={styles.left} swipe={list.swipeLeft} item={item} />
          <Inside {...props} />
          {list.renderBeside && <span className={styles.beside}>{list.renderBeside(item)}</span>}
        </>
      )}
    </div>
  );
});

function Inside({ list, item, groupKey, stale, checked, current }: RowProps) {
  const inside = list.renderRow(item, { groupKey, stale });
  const href = list.hrefOf?.(item);
  const isOn = checked ?? list.checkedOf?.(item);
  const shared: HTMLAttributes<HTMLElement> = {
    className: checked === undefined && isOn !== undefined ? `${styles.row} ${styles.check}` : (styles.row ?? ''),
    ...(isOn !== undefined && { role: 'checkbox', 'aria-checked': isOn }),
    ...(current && { 'aria-current': 'true' }),
  };
  if (href !== undefined)
    return (
      <a {...shared} href={href} data-row="" draggable={false}>
        {inside}
      </a>
    );
  if (list.onOpen && (list.opens?.(item) ?? true))
    return (
      <button {...shared} type="button" data-row="">
        {inside}
      </button>
    );
  return <div className={styles.row}>{inside}</div>;
}

type UnderProps = { side: string | undefined; swipe: RowSwipe<unknown> | undefined; item: unknown };

/** The label below a row that is swiped to this side; nothing when the swipe does not apply. */
function Under({ side, swipe, item }: UnderProps): ReactNode {
  if (!swipe?.applies(item)) return null;
  return (
    <div className={`${styles.under} ${side}`} aria-hidden="true">
      <span>
        <Icon name={swipe.icon} size={30} />
        {swipe.label}
      </span>
    </div>
  );
}
