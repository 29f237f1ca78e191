// Keys for hands on a keyboard: single keys, chords after g, never while typing or under a dialog.
import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';

/** Keys to what they do: 'a', '/', 'ArrowLeft', 'g h', 'Ctrl+s'. */
export type Hotkeys = Record<string, (e: KeyboardEvent) => void>;

const chordMs = 1200;
const repeatable = new Set(['j', 'k', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);
interface Bound {
  keys: Hotkeys;
  /** Counts only while the focus is in it, and then before all others. */
  pane?: RefObject<HTMLElement | null> | undefined;
}

const maps: { current: Bound }[] = [];
const watchers = new Set<() => void>();
let pending = '';
let timer = 0;

function setPending(key: string): void {
  window.clearTimeout(timer);
  pending = key;
  if (key) timer = window.setTimeout(() => setPending(''), chordMs);
  for (const tell of watchers) tell();
}

// Letters do nothing in a check box, which has the focus after a click.
function typing({ target: el }: KeyboardEvent): boolean {
  if (!(el instanceof HTMLElement)) return false;
  return el.isContentEditable || el.matches('textarea, select, input:not([type=checkbox], [type=radio])');
}

/** The name of a key press, as written in a map; empty for presses that are the browser's. */
export function keyName(e: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string {
  if (e.altKey || /^(Shift|Control|Meta|Alt)$/.test(e.key)) return '';
  // With Shift they are the browser's: Ctrl+Shift+S takes a picture of the page.
  if (e.ctrlKey || e.metaKey) return e.shiftKey ? '' : `Ctrl+${e.key.toLowerCase()}`;
  return e.key;
}

function find(name: string): ((e: KeyboardEvent) => void) | undefined {
  const named = maps.map(({ current }) => current).filter(({ keys }) => keys[name]);
  const focused = named.findLast(({ pane }) => pane?.current?.contains(document.activeElement));
  return (focused ?? named.findLast(({ pane }) => pane === undefined))?.keys[name];
}

function press(e: KeyboardEvent): void {
  const key = keyName(e);
  if (!key || e.defaultPrevented || e.isComposing || document.querySelector('dialog[open]')) return;
  if (typing(e) && !key.startsWith('Ctrl+')) return;
  if (e.repeat && !repeatable.has(key)) return;
  if (pending) {
    const chord = find(`${pending} ${key}`);
    // After a prefix a key means only its chord: g then a must never act as a alone.
    setPending('');
    run(e, chord);
    return;
  }
  if (maps.some((map) => Object.keys(map.current.keys).some((name) => name.startsWith(`${key} `)))) {
    setPending(key);
    return;
  }
  run(e, find(key));
}

function run(e: KeyboardEvent, act: ((e: KeyboardEvent) => void) | undefined): void {
  if (!act) return;
  e.preventDefault();
  act(e);
}

interface HotkeyOptions {
  /** Only keys that no other caller has. */
  under?: boolean;
  /** Only while the focus is in this pane, and then instead of any other caller. */
  pane?: RefObject<HTMLElement | null> | undefined;
}

/** Binds keys while the caller is on the page; the latest caller wins a key. */
export function useHotkeys(keys: Hotkeys, { under = false, pane }: HotkeyOptions = {}): void {
  const latest = useRef<Bound>({ keys, pane });
  latest.current = { keys, pane };
  useEffect(() => {
    if (maps.length === 0) window.addEventListener('keydown', press);
    if (under) maps.unshift(latest);
    else maps.push(latest);
    return () => {
      maps.splice(maps.indexOf(latest), 1);
      if (maps.length === 0) window.removeEventListener('keydown', press);
    };
  }, [under]);
}

/** The prefix that waits for its second key, for a hint on the page; empty when none does. */
export function usePendingChord(): string {
  return useSyncExternalStore(
    (tell) => {
      watchers.add(tell);
      return () => watchers.delete(tell);
    },
    () => pending,
    () => '',
  );
}
