// Keys for hands on a keyboard: single keys, chords after g, never while typing or under a dialog.
import { useEffect, useRef, useSyncExternalStore } from 'react';

/** Keys to what they do: 'a', '/', 'ArrowLeft', 'g h', 'Ctrl+s'. */
export type Hotkeys = Record<string, (e: KeyboardEvent) => void>;

const chordMs = 1200;
const repeatable = new Set(['j', 'k', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);
const maps: { current: Hotkeys }[] = [];
const watchers = new Set<() => void>();
let pending = '';
let timer = 0;

function setPending(key: string): void {
  window.clearTimeout(timer);
  pending = key;
  if (key) timer = window.setTimeout(() => setPending(''), chordMs);
  for (const tell of watchers) tell();
}

function typing(e: KeyboardEvent): boolean {
  const el = e.target;
  if (!(el instanceof HTMLElement)) return false;
  return el.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(el.tagName);
}

/** The name of a key press, as written in a map; empty for presses that are the browser's. */
export function keyName(e: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string {
  if (e.altKey || /^(Shift|Control|Meta|Alt)$/.test(e.key)) return '';
  if (e.ctrlKey || e.metaKey) return `Ctrl+${e.key.toLowerCase()}`;
  return e.key;
}

function find(name: string): ((e: KeyboardEvent) => void) | undefined {
  return maps.findLast((map) => map.current[name])?.current[name];
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
  if (maps.some((map) => Object.keys(map.current).some((name) => name.startsWith(`${key} `)))) {
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

/** Binds keys while the caller is on the page; the latest caller wins a key. `under`: only those that no other one has. */
export function useHotkeys(keys: Hotkeys, under = false): void {
  const latest = useRef(keys);
  latest.current = keys;
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
