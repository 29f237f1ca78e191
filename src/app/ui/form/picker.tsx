// One of many: a row with the choice, and a sheet with a search and the list.
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { SearchField, type FieldShared } from './field.tsx';
import { ValueRow } from './field-rows.tsx';
import css from './picker.module.css';
import * as m from '#text/messages.js';

/** One choice. `note` stands below its label. */
export interface PickerOption {
  readonly value: string;
  readonly label: string;
  readonly note?: string;
}

type PickerProps = FieldShared & {
  value: string;
  /** A function is called when the sheet opens; give `shown` with it. */
  options: readonly PickerOption[] | (() => readonly PickerOption[]);
  /** The value as text. Default: the label of its option. */
  shown?: string;
  onChange: (value: string) => void;
};

type ListProps = {
  /** The name of the list for screen readers. */
  label: string;
  value: string;
  options: readonly PickerOption[];
  /** Called once the sheet has gone. */
  onChoose: (value: string) => void;
  /** Searches elsewhere: the caller then brings the matching options. Default: among the options. */
  onSearch?: (term: string) => void;
  /** No answer to the search: an empty list then says nothing. */
  unanswered?: boolean;
};

const SEARCH_FROM = 8;
const MOST = 100;

/** A row that opens a sheet; eight choices and more get a search. */
export function PickerRow({ value, options, shown, onChange, ...shared }: PickerProps) {
  const chosen = typeof options === 'function' ? undefined : options.find((option) => option.value === value);
  return (
    <SheetRow {...shared} shown={shown ?? chosen?.label ?? (value || m.forms_choose())}>
      <Choices {...{ value, options, onChange }} label={shared.label} />
    </SheetRow>
  );
}

type SheetRowProps = FieldShared & {
  shown: string;
  /** The title of the sheet. Default: the label. */
  title?: string;
  children: ReactNode;
};

/** A row that shows the choice and opens a sheet; `children` are the inside of the sheet. */
export function SheetRow({ shown, title, children, ...shared }: SheetRowProps) {
  const [open, setOpen] = useState<HTMLElement | null>(null);
  return (
    <>
      <ValueRow {...shared} value={shown} onPress={setOpen} />
      <Sheet open={open !== null} onClose={() => setOpen(null)} title={title ?? shared.label} anchor={open}>
        {children}
      </Sheet>
    </>
  );
}

const matches = ({ label, note = '' }: PickerOption, term: string): boolean =>
  `${label} ${note}`.toLocaleLowerCase().includes(term.trim().toLocaleLowerCase());

// The options are made when the sheet opens.
function Choices({ options, onChange, ...list }: Pick<PickerProps, 'value' | 'options' | 'onChange' | 'label'>) {
  const made = useMemo(() => (typeof options === 'function' ? options() : options), [options]);
  return <PickerList {...list} options={made} onChoose={onChange} />;
}

/** The choices inside a sheet; choosing one closes it. */
export function PickerList({ label, value, options, onChoose, onSearch, unanswered = false }: ListProps) {
  const closeThen = useCloseThen();
  const list = useRef<HTMLDivElement>(null);
  const [term, setTerm] = useState('');
  const search = (text: string) => {
    setTerm(text);
    onSearch?.(text);
  };
  const found = onSearch ? options : options.filter((option) => matches(option, term));
  const shown = found.slice(0, MOST);
  // The choice is always in reach, however far down the list it stands.
  const current = found.find((option) => option.value === value);
  if (current && !shown.includes(current)) shown.unshift(current);
  const choose = ({ value: chosen }: PickerOption) => closeThen(() => onChoose(chosen));
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.nativeEvent.isComposing) return;
    moveFocus(e, list.current);
    if (e.key !== 'Enter' || !(e.target instanceof HTMLInputElement)) return;
    // Not the form around the sheet: Enter in the search chooses the first match. The options of an earlier search are none.
    e.preventDefault();
    const first = shown.find((option) => matches(option, term));
    if (term.trim() !== '' && first) choose(first);
  };
  return (
    <div onKeyDown={onKeyDown} role="presentation">
      {(onSearch !== undefined || options.length >= SEARCH_FROM || term !== '') && (
        <div className={css['search']}>
          <SearchField label={m.actions_search()} value={term} onChange={search} />
        </div>
      )}
      <div ref={list} className={css['list']} role="radiogroup" aria-label={label}>
        {shown.map((option) => (
          <button
            key={option.value}
            type="button"
            role="radio"
            aria-checked={option.value === value}
            className={css['option']}
            onClick={() => choose(option)}
          >
            <span>
              <bdi>{option.label}</bdi>
              {option.note && <small>{option.note}</small>}
            </span>
            {option.value === value && <Icon name="check" size={22} />}
          </button>
        ))}
      </div>
      {found.length === 0 && !unanswered && <p className={css['note']}>{m.forms_no_match()}</p>}
      {found.length > MOST && <p className={css['note']}>{m.forms_more_matches({ count: found.length - MOST })}</p>}
    </div>
  );
}

// Arrows walk the list from the search on; a choice is made by Enter, not on the way.
function moveFocus(e: KeyboardEvent, list: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (step === undefined || list === null) return;
  e.preventDefault();
  const options = [...list.querySelectorAll('button')];
  const at = options.findIndex((option) => option === document.activeElement);
  options[Math.max(0, Math.min(options.length - 1, at + step))]?.focus();
}
