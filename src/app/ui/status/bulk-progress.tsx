// The progress of a bulk action: the count of finished rows, a bar for each row, and the reason of each failure.
import { type ReactNode, useRef } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { useThrottled } from '#app/ui/hooks/use-throttled.ts';
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
}

/** The messages of one kind of bulk action; counts come from the rows. */
export interface BulkMessages {
  readonly headline: (done: number, all: number) => string;
  readonly failed: (count: number) => string;
  readonly running: string;
  readonly changed: (count: number) => string;
}

type ProgressProps = {
  rows: readonly BulkRow[];
  messages: BulkMessages;
  /** The action on the rows: "Setting retention to 14 d". */
  children?: ReactNode;
  /** At the end of a failed row: a link to the other change. */
  rowEnd?: (row: BulkRow) => ReactNode;
};

const MOST_BARS = 120;
const SPOKEN_MS = 5000;

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

/** The content of a bulk action's page; its buttons are `BulkButtons`. */
export function BulkProgress({ rows, messages, children, rowEnd }: ProgressProps) {
  const list = useRef<HTMLDivElement>(null);
  const of = (state: BulkRow['state']) => rows.filter((row) => row.state === state);
  const [failed, running, done] = [of('failed'), of('running'), of('done')];
  const headline = messages.headline(done.length, rows.length);
  const spoken = useThrottled(headline, SPOKEN_MS);
  const show = (bar: EventTarget) => {
    const id = bar instanceof HTMLElement ? bar.dataset['shows'] : undefined;
    if (id !== undefined) list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus();
  };
  return (
    <div ref={list}>
      <p className="px-4 text-[2rem] leading-none font-bold" aria-hidden="true">
        {headline}
      </p>
      <p className="sr-only" role="status">
        {spoken}
      </p>
      <div className="text-text2 px-4 pt-2 pb-4">{children}</div>
      <div className={css['strip']} role="presentation" aria-hidden="true" onClick={(e) => show(e.target)}>
        {barsOf(rows).map(({ state, row }) => (
          <i key={row.id} className={css['bar']} data-state={state} data-shows={row.id} />
        ))}
      </div>
      <RowList title={failed.length === 0 ? null : messages.failed(failed.length)} rows={failed} end={rowEnd} />
      <RowList title={running.length === 0 ? null : messages.running} rows={running} />
      {done.length > 0 && (
        <details className="mx-3 mt-3 rounded-card bg-s1">
          <summary className="min-h-14 cursor-pointer px-4 py-4">{messages.changed(done.length)}</summary>
          <RowList title={null} rows={done} />
        </details>
      )}
    </div>
  );
}

type RowListProps = { title: string | null; rows: readonly BulkRow[]; end?: ((row: BulkRow) => ReactNode) | undefined };

const marks = { failed: 'failed', running: 'running', done: 'ok', waiting: 'ok' } as const;

function RowList({ title, rows, end }: RowListProps) {
  if (rows.length === 0) return null;
  return (
    <>
      {title !== null && <h2 className="text-text2 px-4 pt-3 pb-1 font-semibold">{title}</h2>}
      <ul>
        {rows.map((row) => (
          <li key={row.id} className={css['row']} data-row={row.id} tabIndex={-1}>
            <Mark kind={marks[row.state]} size={26} />
            <div className="min-w-0 flex-1">
              <b>{row.label}</b>
              {row.reason !== undefined && <p>{row.reason}</p>}
              {row.note !== undefined && <p className="text-text3">{row.note}</p>}
            </div>
            {end?.(row)}
          </li>
        ))}
      </ul>
    </>
  );
}

type ButtonsProps = {
  rows: readonly BulkRow[];
  isRunning: boolean;
  isStopping: boolean;
  messages: { stop: string; stopping: string; retry: (count: number) => string; undo: (count: number) => string };
  onStop: () => void;
  /** Left out after an undo. */
  onRetry?: (() => void) | undefined;
  /** Left out where the action cannot be undone. */
  onUndo?: (() => void) | undefined;
};

/** While it runs: Stop. Afterwards: Undo, and Retry of the rows that may succeed. */
export function BulkButtons({ rows, isRunning, isStopping, messages, onStop, onRetry, onUndo }: ButtonsProps) {
  if (isRunning)
    return (
      <Button kind="quiet" wide busy={isStopping} onPress={onStop}>
        {isStopping ? messages.stopping : messages.stop}
      </Button>
    );
  const done = rows.filter((row) => row.state === 'done').length;
  const again = rows.filter((row) => row.state === 'waiting' || (row.state === 'failed' && row.mayRetry)).length;
  return (
    <div className="flex gap-2 *:flex-1">
      {onUndo && done > 0 && (
        <Button kind="quiet" onPress={onUndo}>
          {messages.undo(done)}
        </Button>
      )}
      {onRetry && again > 0 && (
        <Button kind="lamp" onPress={onRetry}>
          {messages.retry(again)}
        </Button>
      )}
    </div>
  );
}
