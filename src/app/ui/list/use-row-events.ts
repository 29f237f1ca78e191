// Clicks, long presses, swipes and keys of all rows, handled by one set of listeners on the list.
import { type RefObject, useEffect, useRef } from 'react';
import { useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import { listenForLongPress } from '#app/ui/hooks/use-long-press.ts';
import { type ListLines, keysOf } from './list-lines.ts';
import { positionOf } from './list-position.ts';
import type { ListBodyProps, RowSwipe } from './list-types.ts';
import { ROW, TARGET, clearPending, focusPosition, itemAt, pendingPosition, positionIn } from './row-focus.ts';
import { useSearchKeys } from './use-search-keys.ts';
import { listenForSwipes } from './use-swipe.ts';

/** The list, its rows and its selection, as the handlers read them at each event. */
export interface RowEventOptions<T> extends Omit<ListBodyProps<T>, 'currentKey'> {
  lines: ListLines;
  /** Rows have a check box, so a click on a row opens it while others are selected. */
  hasCheckBoxes?: boolean;
  scrollToLine: (line: number) => void;
}

/** Handles the events of the rows in `root`; also the keys j, k, x and /. */
export function useRowEvents<T>(root: RefObject<HTMLElement | null>, options: RowEventOptions<T>): void {
  const latest = useRef(options);
  latest.current = options;
  const events = useRef<RowEvents<T> | null>(null);
  useEffect(() => {
    const el = root.current;
    if (!el) return undefined;
    const own = new RowEvents(el, () => latest.current);
    events.current = own;
    return () => own.detach();
  }, [root]);
  const { selection, searchId, placeId } = options;
  useEffect(() => {
    const { active, byKey } = positionOf(placeId);
    if (byKey && active >= 0 && root.current) focusPosition(root.current, latest.current, active);
  }, [root, placeId]);
  useSearchKeys(root, latest, { searchId, placeId });
  // The keys of the swipes, for the focused row alone: beside an open record its own keys act otherwise, and rows that are
  // selected are acted on together.
  const isSwiped = selection === undefined || selection.rows.size === 0;
  const swipes = isSwiped ? [options.list.swipeRight, options.list.swipeLeft].filter((one) => one !== undefined) : [];
  const swipe = ({ applies, onSwipe }: RowSwipe<T>) => {
    const focused = document.activeElement?.closest<HTMLElement>(ROW);
    const item = focused ? itemOf(latest.current, focused) : undefined;
    if (item !== undefined && applies(item)) onSwipe(item);
  };
  useHotkeys(Object.fromEntries(swipes.map((one) => [one.key, () => swipe(one)])), { pane: root });
  const step = (by: 1 | -1) => () => root.current && stepBy(root.current, latest.current, by);
  const keys = {
    j: step(1),
    k: step(-1),
    ...(selection && {
      x: () => {
        const focused = document.activeElement?.closest<HTMLElement>(ROW);
        if (focused && root.current?.contains(focused)) events.current?.hold(focused);
      },
    }),
    ...(searchId !== undefined && { '/': () => document.getElementById(searchId)?.focus() }),
  };
  useHotkeys(keys);
  // A record beside the list may have a list of its own: the keys act in the one with the focus.
  useHotkeys(keys, { pane: root });
}

const itemOf = <T>(options: RowEventOptions<T>, row: HTMLElement): T | undefined => itemAt(options, positionIn(row));

function stepBy<T>(root: HTMLElement, options: RowEventOptions<T>, by: 1 | -1): void {
  const focused = document.activeElement?.closest<HTMLElement>(ROW);
  const current = root.querySelector<HTMLElement>('[aria-current]')?.closest<HTMLElement>(ROW);
  const from = (focused && root.contains(focused) ? focused : undefined) ?? current;
  const at = pendingPosition(root) ?? (from ? positionIn(from) : positionOf(options.placeId).active);
  const end = options.lines.rows - 1;
  const next = at < 0 ? (by > 0 ? 0 : end) : Math.min(end, Math.max(0, at + by));
  focusPosition(root, options, next);
}

class RowEvents<T> {
  private readonly root: HTMLElement;
  private readonly read: () => RowEventOptions<T>;
  private readonly aborter = new AbortController();
  private readonly endSwipes: () => void;
  private readonly endPresses: () => void;
  /** The row from which shift-click selects: its key, and its position when it was pressed. */
  private anchor = { position: -1, key: '' };

  constructor(root: HTMLElement, read: () => RowEventOptions<T>) {
    this.root = root;
    this.read = read;
    const { signal } = this.aborter;
    root.addEventListener('click', (e) => this.click(e), { signal });
    root.addEventListener('keydown', (e) => this.key(e), { signal });
    root.addEventListener('focusin', (e) => this.focus(e), { signal });
    this.endSwipes = listenForSwipes(root, (e) => this.swiped(e));
    this.endPresses = listenForLongPress(root, {
      applies: (e) => read().selection !== undefined && this.rowUnder(e) !== null,
      onPress: (e) => this.hold(this.rowUnder(e)),
    });
  }

  detach(): void {
    this.endSwipes();
    this.endPresses();
    this.aborter.abort();
  }

  private rowUnder(e: Event): HTMLElement | null {
    return e.target instanceof Element ? e.target.closest<HTMLElement>(ROW) : null;
  }

  private swiped(e: PointerEvent) {
    const { list, selection } = this.read();
    const host = this.rowUnder(e);
    const el = host?.querySelector<HTMLElement>(TARGET);
    const item = host ? itemOf(this.read(), host) : undefined;
    if (!host || !el || item === undefined || (selection?.rows.size ?? 0) > 0) return null;
    const { swipeRight: right, swipeLeft: left } = list;
    const onRight = right?.applies(item) ? () => right.onSwipe(item) : undefined;
    const onLeft = left?.applies(item) ? () => left.onSwipe(item) : undefined;
    return onRight || onLeft ? { el, host, onRight, onLeft } : null;
  }

  private click(e: MouseEvent): void {
    const row = this.rowUnder(e);
    const target = e.target instanceof Element ? e.target.closest<HTMLElement>('a, button, input') : null;
    const options = this.read();
    const item = row ? itemOf(options, row) : undefined;
    if (!row || item === undefined || e.defaultPrevented) return;
    const { list, selection } = options;
    const position = positionIn(row);
    if (selection && e.shiftKey) {
      e.preventDefault();
      this.extend(position);
      return;
    }
    if (target?.matches('input[type=checkbox]')) {
      this.select(item, position);
      return;
    }
    if (!target?.matches(TARGET)) return;
    if (selection && selection.rows.size > 0 && options.hasCheckBoxes !== true) {
      e.preventDefault();
      this.select(item, position);
      return;
    }
    if (e.metaKey || e.ctrlKey || e.altKey) return;
    Object.assign(positionOf(options.placeId), { active: position, byKey: e.detail === 0 });
    const href = list.hrefOf?.(item);
    if (href !== undefined) {
      e.preventDefault();
      options.onNavigate(href);
    } else list.onOpen?.(item, target);
  }

  private select(item: T, position: number): void {
    const { list, selection, placeId } = this.read();
    this.anchor = { position, key: list.keyOf(item) };
    positionOf(placeId).active = position;
    selection?.toggle(this.anchor.key, item);
  }

  /** Ends before a row that is not loaded: a range without it would look complete. */
  private extend(position: number): void {
    const { rows, lines, list, selection } = this.read();
    const loaded = { lines, rows: { rowAt: rows.loadedAt ?? rows.rowAt } };
    const isAnchor = (item: T | undefined) => item !== undefined && list.keyOf(item) === this.anchor.key;
    let from = this.anchor.position;
    // Another order or a live change may have moved it.
    if (!isAnchor(itemAt(loaded, from))) from = keysOf(list, rows).indexOf(this.anchor.key);
    if (from < 0) from = position;
    const selected: [string, T][] = [];
    for (let at = from; ; at += position < from ? -1 : 1) {
      const item = itemAt(loaded, at);
      if (item === undefined) break;
      this.anchor = { position: at, key: list.keyOf(item) };
      selected.push([this.anchor.key, item]);
      if (at === position) break;
    }
    selection?.add(selected);
  }

  // A link opens with Enter only; Space selects its row.
  private key(e: KeyboardEvent): void {
    const { selection } = this.read();
    if (e.key !== ' ' || !selection || selection.rows.size === 0) return;
    if (!(e.target instanceof Element) || !e.target.matches(TARGET)) return;
    const row = this.rowUnder(e);
    const item = row ? itemOf(this.read(), row) : undefined;
    if (!row || item === undefined) return;
    e.preventDefault();
    this.select(item, positionIn(row));
  }

  private focus(e: FocusEvent): void {
    const row = this.rowUnder(e);
    if (!row) return;
    clearPending(this.root);
    Object.assign(positionOf(this.read().placeId), { active: positionIn(row), byKey: false });
  }

  /** Selects the row, or lets go of it. */
  hold(row: HTMLElement | null): void {
    const item = row ? itemOf(this.read(), row) : undefined;
    if (row && item !== undefined) this.select(item, positionIn(row));
  }
}
