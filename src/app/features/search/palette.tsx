// The search across everything: records by name, screens, actions, and what was opened last.
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { SearchField } from '#app/ui/form/field.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { CommandDialog } from '#app/ui/sheet/command-dialog.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { cx } from '#app/ui/primitives/cx.ts';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { dockPane } from '#app/features/shell/pane-size.ts';
import { KeyHints } from '#app/ui/status/key-hints.tsx';
import * as m from '#text/messages.js';
import { Preview } from './preview.tsx';
import { Results } from './results.tsx';
import { noteOpened } from './recent-items.ts';
import { type Item, fitsPane } from './search-hits.ts';
import { type Acknowledge, filtered, readText, useItems } from './use-items.ts';

/** A dialog over the page; Escape leaves the pages of an item, then empties the field, then closes. Back closes. */
export default function Palette({ onClose, onAcknowledge }: { onClose: () => void; onAcknowledge: Acknowledge }) {
  return (
    <CommandDialog label={m.shell_search_all()} onClose={onClose}>
      <Inside onAcknowledge={onAcknowledge} />
    </CommandDialog>
  );
}

const hints = (wide: boolean) => [
  { keys: ['↑', '↓'], action: m.search_key_move() },
  { keys: ['Enter'], action: m.search_key_open() },
  ...(wide ? [{ keys: ['Ctrl', 'Enter'], action: m.search_dock() }] : []),
  { keys: ['Tab'], action: m.search_key_actions() },
  { keys: ['>'], action: m.search_actions() },
  { keys: ['@'], action: m.shell_place_organizations() },
  { keys: ['#'], action: m.shell_place_systems() },
  { keys: ['/'], action: m.search_screens() },
];

function Inside({ onAcknowledge }: { onAcknowledge: Acknowledge }) {
  const { history } = useRouter();
  const closeThen = useCloseThen();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const wide = useMedia('(min-width: 64rem)');
  const fits = useMedia('(min-width: 1100px)');
  // Tab leads to the preview; where it does not fit beside the list, it stands instead of it.
  const [tabbed, setTabbed] = useState(false);
  const { groups, isLoading, failure, skipped } = useItems(text, onAcknowledge);
  const items = groups.flatMap((group) => group.items);
  const current = Math.min(at, items.length - 1);
  const chosen = items[current];
  const { narrowing, term } = readText(text);
  // Until the answer is there, results of an earlier text are still shown, and an action stands where a record will.
  const isEarly =
    isLoading &&
    chosen !== undefined &&
    ((chosen.kind === 'action' && !narrowing && current === 0) || filtered([chosen], term).length === 0);
  const alone = tabbed && !fits && chosen !== undefined;
  const open = (item: Item, to = item.to) => {
    if (item.kind !== 'action') noteOpened(item);
    closeThen(() => (item.run ? item.run() : history.push(to)));
  };
  const dock = (item: Item) => {
    dockPane();
    open(item);
  };
  const leave = () => {
    setTabbed(false);
    head.current?.querySelector('input')?.focus();
  };
  const move = (to: number) => {
    setAt(to);
    setTabbed(false);
    requestAnimationFrame(() =>
      list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }),
    );
  };
  const type = (next: string) => {
    setText(next);
    setAt(0);
    setTabbed(false);
  };
  const onKeyDown = (e: KeyboardEvent) => {
    // The buttons beside the field have keys of their own.
    if (!(e.target instanceof HTMLInputElement) || e.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    const isEmptied = e.key === 'Escape' && text !== '';
    const isTabbed = e.key === 'Tab' && !e.shiftKey && chosen !== undefined;
    if (step === undefined && e.key !== 'Enter' && !isEmptied && !isTabbed) return;
    e.preventDefault();
    if (isEmptied) type('');
    else if (isTabbed && fits) list.current?.nextElementSibling?.querySelector('button')?.focus();
    else if (isTabbed) setTabbed(true);
    else if (step !== undefined) {
      if (items.length > 0) move((current + step + items.length) % items.length);
    } else if (chosen === undefined || isEarly) return;
    else if (fitsPane(chosen) && wide && (e.ctrlKey || e.metaKey)) dock(chosen);
    else open(chosen);
  };
  return (
    <>
      <div ref={head} role="presentation" className="flex items-center gap-2 p-2" onKeyDown={onKeyDown}>
        <div className="min-w-0 flex-1">
          <SearchField
            label={m.shell_search_all()}
            value={text}
            onChange={type}
            combobox={{ controls: id, active: chosen && `${id}-${current}` }}
          />
        </div>
        <p className="text-secondary text-text3 max-sm:sr-only" role="status">
          {text.trim() === '' || isLoading ? '' : m.search_found({ count: items.length })}
        </p>
        <Button square kind="line" label={m.search_close()} onPress={() => closeThen(() => undefined)}>
          <Icon name="x" size={22} />
        </Button>
      </div>
      <div className="flex min-h-0 flex-1">
        <div ref={list} className={cx('min-w-0 flex-1 overflow-y-auto px-2 pb-3', alone && 'hidden')}>
          <Results id={id} groups={groups} chosen={chosen} term={term} busy={isLoading} onOpen={open} />
          {failure !== null && <p className="px-2 pt-3 text-misstext">{failure}</p>}
          {skipped.length > 0 && (
            <p className="px-2 pt-3 text-text3">{m.search_skipped({ nouns: skipped.join(', ') })}</p>
          )}
          {items.length === 0 && failure === null && !isLoading && (
            <p className="px-2 pt-3 wrap-anywhere text-text3">
              {text.trim() === '' ? m.search_begin() : m.search_none({ text: text.trim() })}
            </p>
          )}
        </div>
        {chosen && (fits || alone) && (
          <Preview item={chosen} alone={alone} onOpen={open} onDock={dock} onLeave={leave} />
        )}
      </div>
      <KeyHints label={m.search_keys()} hints={hints(wide)} />
    </>
  );
}
