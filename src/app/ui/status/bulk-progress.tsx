// The progress of a bulk action: the count of finished rows, a bar for each row, and the reason of each failure.
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { SectionTitle } from '#app/ui/layout/rows.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { useThrottled } from '#app/ui/hooks/use-throttled.ts';
import * as m from '#text/messages.js';
import css from './bulk-progress.module.css';

/** One row of a bulk action. `note` distinguishes rows with one label; `reason` is a sentence. */
export interface BulkRow {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  readonly reason?: string | undefined;
  /** A failed row that may succeed when it is sent again. */
  readonly mayRetry?: boolean | undefined;
  /** The page that tells more of its reason. */
  readonly href?: string;
}

const MOST_BARS = 120;
const SPOKEN_MS = 5000;

const countOf = (rows: readonly BulkRow[], state: BulkRow['state']): number =>
  rows.filter((row) => row.state === state).length;

/** Bars share cells beyond 120 rows; the worst state of a cell is shown. */
export function barsOf(rows: readonly BulkRow[]): { state: BulkRow['state']; row: BulkRow }[] {
  const size = Math.ceil(rows.length / MOST_BARS);
  const worst = ['failed', 'running', 'waiting', 'done'] as const;
  return Array.from({ length: Math.ceil(rows.length / Math.max(1, size)) }, (_, cell) => {
    const inCell = rows.slice(cell * size, (cell + 1) * size);
    const state = worst.find((one) => inCell.some((row) => row.state === one)) ?? 'waiting';
    return inCell.filter((row) => row.state === state).map((row) => ({ state, row }))[0];
  }).filter((bar) => bar !== undefined);
}

interface HeadProps {
  rows: readonly BulkRow[];
  isRunning: boolean;
  /** The action on the rows: "Setting retention to 14 d". */
  children: ReactNode;
  /** Called with the row of a pressed bar. */
  onBar: (id: string) => void;
}

/** The top of a bulk action's page, inside a sky: the count as its h1, and the bars down to the waterline. */
export function BulkHead({ rows, isRunning, children, onBar }: HeadProps) {
  const counts = { done: countOf(rows, 'done'), count: rows.length };
  const headline = isRunning ? m.ui_bulk_running(counts) : m.lists_bulk_ended(counts);
  const press = (bar: EventTarget) => {
    const id = bar instanceof HTMLElement ? bar.dataset['shows'] : undefined;
    if (id !== undefined) onBar(id);
  };
  return (
    <div>
      <h1 className={css['headline']}>{headline}</h1>
      <p className="sr-only" role="status">
        {useThrottled(headline, SPOKEN_MS)}
      </p>
      <div className="px-4 pb-4 text-text2">{children}</div>
      <div className={css['strip']} role="presentation" aria-hidden="true" onClick={(e) => press(e.target)}>
        {barsOf(rows).map(({ state, row }) => (
          <i key={row.id} className={css['bar']} data-state={state} data-shows={row.id} />
        ))}
      </div>
    </div>
  );
}

interface RowsProps {
  rows: readonly BulkRow[];
  isRunning: boolean;
  /** A row to scroll to; a new object for each press. */
  shows: { id: string } | null;
  /** Opens the page of a row. */
  onLook: (href: string) => void;
}

/** The rows below the waterline: failed ones with their reasons, the one in progress, the finished ones folded. */
export function BulkRows({ rows, isRunning, shows, onLook }: RowsProps) {
  const root = useRef<HTMLDivElement>(null);
  const [unfolded, setUnfolded] = useState(false);
  const of = (state: BulkRow['state']) => rows.filter((row) => row.state === state);
  const [failed, running, done] = [of('failed'), of('running'), of('done')];
  useShownRow(root, shows, () => setUnfolded(true));
  return (
    <div ref={root}>
      {failed.length > 0 && (
        <SectionTitle end={failed.length}>
          {isRunning ? m.lists_bulk_failed_so_far() : m.lists_bulk_failed()}
        </SectionTitle>
      )}
      <RowList rows={failed} onLook={onLook} />
      {running.length > 0 && <SectionTitle>{m.lists_bulk_now()}</SectionTitle>}
      <RowList rows={running} onLook={onLook} />
      {done.length > 0 && (
        <details className={css['done']} open={unfolded} onToggle={(e) => setUnfolded(e.currentTarget.open)}>
          <summary>
            <Mark kind="ok" size={26} hollow />
            <span>{m.lists_bulk_done({ count: done.length })}</span>
            <Icon name="down" size={20} className="text-text3" />
          </summary>
          {unfolded && <RowList rows={done} onLook={onLook} />}
        </details>
      )}
    </div>
  );
}

// A row of the folded ones is on the page only after the fold has opened.
function useShownRow(root: RefObject<HTMLElement | null>, shows: { id: string } | null, unfold: () => void): void {
  const latest = useRef(unfold);
  latest.current = unfold;
  useEffect(() => {
    if (shows === null) return undefined;
    const all = () => [...(root.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const row = () => all().find(({ dataset }) => dataset['row'] === shows.id);
    if (!row()) latest.current();
    const frame = requestAnimationFrame(() => row()?.focus());
    return () => cancelAnimationFrame(frame);
  }, [root, shows]);
}

const marks = { failed: 'failed', running: 'running', done: 'ok', waiting: 'ok' } as const;

function RowList({ rows, onLook }: { rows: readonly BulkRow[]; onLook: (href: string) => void }) {
  if (rows.length === 0) return null;
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.id} className={css['row']} data-row={row.id} tabIndex={-1}>
          <Mark kind={marks[row.state]} size={26} hollow={row.state === 'done'} />
          <div className="min-w-0 flex-1">
            <b dir="auto">{row.label}</b>
            {row.reason !== undefined && <p>{row.reason}</p>}
            {row.note !== undefined && <p className="text-text3">{row.note}</p>}
          </div>
          <Look row={row} onLook={onLook} />
        </li>
      ))}
    </ul>
  );
}

function Look({ row: { href, label }, onLook }: { row: BulkRow; onLook: (href: string) => void }) {
  if (href === undefined) return null;
  return (
    <Button kind="quiet" size="small" label={m.lists_bulk_look_at({ name: label })} onPress={() => onLook(href)}>
      {m.lists_bulk_look()}
    </Button>
  );
}

interface ButtonsProps {
  rows: readonly BulkRow[];
  isRunning: boolean;
  isStopping: boolean;
  onStop: () => void;
  /** Left out after an undo. */
  onRetry?: (() => void) | undefined;
  /** Left out where the action cannot be undone. */
  onUndo?: (() => void) | undefined;
  /** The rows that an undo would change. Default: the finished ones. */
  undoCount?: number;
  onBack: () => void;
}

/** While it runs: Stop. Afterwards: Undo, and Retry of the rows that may succeed; without either, the way back. */
export function BulkButtons({ rows, isRunning, isStopping, onStop, onRetry, onUndo, undoCount, onBack }: ButtonsProps) {
  if (isRunning)
    return (
      <div className="flex flex-col gap-2.5 lg:flex-row lg:items-center lg:gap-4">
        <p className="flex-1 px-1 text-secondary text-text3">{m.lists_bulk_leave()}</p>
        <Button kind="quiet" busy={isStopping} onPress={onStop}>
          <Icon name="stop" />
          {isStopping ? m.lists_bulk_stopping() : m.lists_bulk_stop()}
        </Button>
      </div>
    );
  const done = undoCount ?? countOf(rows, 'done');
  const waiting = countOf(rows, 'waiting');
  const again = waiting + rows.filter((row) => row.state === 'failed' && row.mayRetry).length;
  const undo = onUndo && done > 0 && (
    <Button kind="quiet" onPress={onUndo}>
      <Icon name="restart" />
      {m.lists_bulk_undo({ count: done })}
    </Button>
  );
  const retry = onRetry && again > 0 && (
    <Button kind="lamp" onPress={onRetry}>
      <Icon name="refresh" />
      {waiting > 0 ? m.lists_bulk_continue({ count: again }) : m.lists_bulk_retry({ count: again })}
    </Button>
  );
  return (
    <div className="flex gap-2 *:flex-1 lg:justify-end lg:*:flex-none">
      {undo}
      {retry}
      {!undo && !retry && <Button onPress={onBack}>{m.lists_bulk_back()}</Button>}
    </div>
  );
}
