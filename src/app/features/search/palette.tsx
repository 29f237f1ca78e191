// The search across everything: records by name, screens, actions, and what was opened last.
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { SearchField } from '#app/ui/form/field.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { cx } from '#app/ui/primitives/cx.ts';
import * as m from '#text/messages.js';
import { noteOpened } from './recent-items.ts';
import { type Item, type ItemGroup, useItems } from './use-items.ts';
import css from './palette.module.css';

/** A dialog over the page; Escape, Back and the scrim close it. */
export default function Palette({ onClose }: { onClose: () => void }) {
  return (
    <Sheet open onClose={onClose} title={m.search_title()}>
      <Inside />
    </Sheet>
  );
}

function Inside() {
  const { history } = useRouter();
  const closeThen = useCloseThen();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { groups, isLoading, failure } = useItems(text);
  const items = groups.flatMap((group) => group.items);
  const current = Math.min(at, items.length - 1);
  const open = (item: Item) => {
    if (item.kind !== 'action') noteOpened(item);
    closeThen(() => (item.run ? item.run() : history.push(item.to)));
  };
  const move = (to: number) => {
    setAt(to);
    requestAnimationFrame(() =>
      list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }),
    );
  };
  const onKeyDown = (e: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    const item = items[current];
    if (step === undefined && e.key !== 'Enter') return;
    e.preventDefault();
    if (step !== undefined && items.length > 0) move((current + step + items.length) % items.length);
    else if (item) open(item);
  };
  const type = (next: string) => {
    setText(next);
    setAt(0);
  };
  return (
    <div role="presentation" onKeyDown={onKeyDown}>
      <div className={css['field']}>
        <SearchField
          label={m.search_field()}
          value={text}
          onChange={type}
          combobox={{ controls: id, active: items[current] && `${id}-${current}` }}
        />
      </div>
      <p className="sr-only" role="status">
        {text.trim() === '' || isLoading ? '' : m.search_found({ count: items.length })}
      </p>
      <div ref={list} id={id} role="listbox" aria-label={m.search_results()} aria-busy={isLoading}>
        {groups.map((group) => (
          <Group key={group.label} group={group} id={id} current={items[current]} all={items} onOpen={open} />
        ))}
      </div>
      {failure !== null && <p className={css['note']}>{failure}</p>}
      {items.length === 0 && failure === null && !isLoading && (
        <p className={css['note']}>{text.trim() === '' ? m.search_begin() : m.search_none({ text: text.trim() })}</p>
      )}
      <p className={cx(css['note'], 'hidden lg:block')}>{m.search_prefixes()}</p>
    </div>
  );
}

interface GroupProps {
  group: ItemGroup;
  id: string;
  current: Item | undefined;
  all: readonly Item[];
  onOpen: (item: Item) => void;
}

function Group({ group: { label, items }, id, current, all, onOpen }: GroupProps) {
  return (
    <div role="group" aria-label={label}>
      <p className={css['title']} aria-hidden="true">
        {label}
      </p>
      {items.map((item) => (
        // The keys stay with the search field: it moves through the options.
        <div
          key={item.key}
          id={`${id}-${all.indexOf(item)}`}
          role="option"
          aria-selected={item === current}
          tabIndex={-1}
          className={css['option']}
          onClick={() => onOpen(item)}
        >
          {item.mark ? <Mark kind={item.mark} size={22} /> : <Icon name={item.icon} size={22} className="text-text3" />}
          <span>
            <bdi>{item.label}</bdi>
          </span>
          {item.note !== '' && (
            <small>
              <bdi>{item.note}</bdi>
            </small>
          )}
        </div>
      ))}
    </div>
  );
}
