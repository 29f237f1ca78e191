// A long list: fixed row heights, only what is in sight on the page, group titles that stick.
import {
  defaultRangeExtractor,
  useVirtualizer,
  useWindowVirtualizer,
  type Range,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useScroller } from '#app/ui/layout/screen.tsx';
import { flatten, remScale, type ListGroup, type ListLine } from './list-lines.ts';

export type { ListGroup };

type VirtualListProps<T> = {
  groups: ListGroup<T>[];
  keyOf: (item: T) => string;
  renderItem: (item: T, index: number) => ReactNode;
  /** Drawn for a group that has a label. */
  renderGroup?: (group: ListGroup<T>) => ReactNode;
  /** At 16 px text; grows with the text. */
  rowHeight?: number;
  groupHeight?: number;
  label: string;
};

type BodyProps<T> = VirtualListProps<T> & { lines: ListLine<T>[]; total: number };

/** The list. It scrolls with the page it stands in (Screen), or with the window. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { groups, keyOf } = props;
  const scroller = useScroller();
  const lines = useMemo(() => flatten(groups, keyOf), [groups, keyOf]);
  const total = useMemo(() => groups.reduce((n, g) => n + g.items.length, 0), [groups]);
  const body = { ...props, lines, total };
  return scroller === undefined ? <InWindow {...body} /> : <InElement {...body} scroller={scroller} />;
}

function useShared<T>({ lines, rowHeight = 100, groupHeight = 40 }: BodyProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  const stuck = useRef(-1);
  const scale = useMemo(remScale, []);
  const heads = useMemo(() => lines.flatMap((line, i) => (line.kind === 'group' ? [i] : [])), [lines]);
  const rangeExtractor = useCallback(
    (range: Range) => {
      stuck.current = heads.findLast((i) => i <= range.startIndex) ?? -1;
      const seen = defaultRangeExtractor(range);
      return stuck.current < 0 || seen.includes(stuck.current) ? seen : [stuck.current, ...seen];
    },
    [heads],
  );
  // Held still: the virtualizer measures all lines anew whenever one of these changes.
  const getItemKey = useCallback((i: number) => lines[i]?.key ?? i, [lines]);
  const estimateSize = useCallback(
    (i: number) => (lines[i]?.kind === 'group' ? groupHeight : rowHeight) * scale,
    [lines, groupHeight, rowHeight, scale],
  );
  return {
    list,
    margin,
    setMargin,
    stuck,
    options: {
      count: lines.length,
      estimateSize,
      getItemKey,
      overscan: 6,
      scrollMargin: margin,
      rangeExtractor,
    },
  };
}

function InElement<T>(props: BodyProps<T> & { scroller: HTMLElement | null }) {
  const { list, setMargin, stuck, margin, options } = useShared(props);
  const { scroller } = props;
  useLayoutEffect(() => {
    const el = list.current;
    if (!el || !scroller) return;
    setMargin(Math.round(el.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop));
  });
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({ ...options, getScrollElement: () => scroller });
  return <Lines {...props} list={list} stuck={stuck} margin={margin} virtual={virtual} />;
}

function InWindow<T>(props: BodyProps<T>) {
  const { list, setMargin, stuck, margin, options } = useShared(props);
  useLayoutEffect(() => {
    if (list.current) setMargin(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
  });
  const virtual = useWindowVirtualizer<HTMLElement>(options);
  return <Lines {...props} list={list} stuck={stuck} margin={margin} virtual={virtual} />;
}

type LinesProps<T> = BodyProps<T> & {
  list: { current: HTMLDivElement | null };
  /** Index of the title that sticks; known only once the range has been asked for. */
  stuck: { current: number };
  margin: number;
  virtual: Virtualizer<HTMLElement, HTMLElement> | Virtualizer<Window, HTMLElement>;
};

function Lines<T>({ lines, total, label, list, stuck, margin, virtual, renderItem, renderGroup }: LinesProps<T>) {
  const seen = virtual.getVirtualItems();
  return (
    <div ref={list} className="vl" role="list" aria-label={label} style={{ height: virtual.getTotalSize() }}>
      {seen.map((at) => {
        const line = lines[at.index];
        if (!line) return null;
        const held = at.index === stuck.current;
        const style = held ? { height: at.size } : { height: at.size, transform: `translateY(${at.start - margin}px)` };
        if (line.kind === 'group')
          return (
            <div key={line.key} role="listitem" className={held ? 'vl-stuck' : 'vl-item'} style={style}>
              {renderGroup?.(line.group)}
            </div>
          );
        return (
          <div
            key={line.key}
            role="listitem"
            className={`vl-item ${line.first ? 'vl-first' : ''}`}
            aria-setsize={total}
            aria-posinset={line.index + 1}
            style={style}
          >
            {renderItem(line.item, line.index)}
          </div>
        );
      })}
    </div>
  );
}
