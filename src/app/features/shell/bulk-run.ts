// A bulk action that outlives its page: one call a row, in order, with Stop, Retry and Undo. Its state is outside of React.
import { useSyncExternalStore } from 'react';
import type { BulkRow } from '#app/ui/status/bulk-progress.tsx';

/** The reason of a failed row; `mayRetry` if another try may succeed. */
export interface BulkFailure {
  readonly reason: string;
  readonly mayRetry: boolean;
}

/** A bulk action. `execute` and `undo` make one call and reject when it failed. */
export interface BulkAction {
  readonly rows: readonly { readonly id: string; readonly label: string; readonly note?: string }[];
  readonly execute: (id: string) => Promise<unknown>;
  /** Gives one row its former value back; it rejects where somebody changed the row since. */
  readonly undo?: (id: string) => Promise<unknown>;
  readonly readFailure: (error: unknown) => BulkFailure;
  /** Called once each time the run comes to its end. */
  readonly onEnd?: (state: BulkState) => void;
}

/** The rows as they are now; `isUndo` while and after the rows are given their former values. */
export interface BulkState {
  readonly rows: readonly BulkRow[];
  readonly isRunning: boolean;
  /** Stops after the row in progress. */
  readonly isStopping: boolean;
  readonly isUndo: boolean;
}

export interface BulkRun {
  state(): BulkState;
  subscribe(listener: () => void): () => void;
  /** Stops after the current row; finished rows stay finished. */
  stop(): void;
  /** Runs the waiting rows and those failed rows again that may succeed. */
  retry(): void;
  /** Undoes the finished rows, last first. Does nothing without an `undo`. */
  undo(): void;
}

/** Starts at once and goes on whatever page is shown, until its end or `stop`. */
export function startBulkRun({ rows, execute, undo, readFailure, onEnd }: BulkAction): BulkRun {
  const listeners = new Set<() => void>();
  let state: BulkState = {
    rows: rows.map((row) => ({ ...row, state: 'waiting' })),
    isRunning: false,
    isStopping: false,
    isUndo: false,
  };
  const set = (more: Partial<BulkState>) => {
    state = { ...state, ...more };
    for (const listener of listeners) listener();
  };
  const mark = (id: string, change: Partial<BulkRow>) =>
    set({ rows: state.rows.map((row) => (row.id === id ? { ...row, ...change } : row)) });

  async function run(ids: readonly string[], call: (id: string) => Promise<unknown>, after: BulkRow['state']) {
    set({ isRunning: true, isStopping: false });
    for (const id of ids) {
      if (state.isStopping) break;
      mark(id, { state: 'running', reason: undefined, mayRetry: undefined });
      try {
        await call(id);
        mark(id, { state: after });
      } catch (error) {
        mark(id, { state: 'failed', ...readFailure(error) });
      }
    }
    set({ isRunning: false, isStopping: false });
    onEnd?.(state);
  }
  const idsOf = (wanted: (row: BulkRow) => boolean) => state.rows.filter(wanted).map(({ id }) => id);
  const runWaiting = () =>
    void run(
      idsOf((row) => row.state === 'waiting'),
      execute,
      'done',
    );
  runWaiting();
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: () => state.isRunning && set({ isStopping: true }),
    retry: () => {
      if (state.isRunning || state.isUndo) return;
      for (const id of idsOf((row) => row.state === 'failed' && row.mayRetry === true)) mark(id, { state: 'waiting' });
      runWaiting();
    },
    undo: () => {
      if (state.isRunning || undo === undefined) return;
      set({ isUndo: true });
      void run(idsOf((row) => row.state === 'done').toReversed(), undo, 'waiting');
    },
  };
}

/** The state of a run, for the page that shows it. */
export const useBulkRun = (run: BulkRun): BulkState => useSyncExternalStore(run.subscribe, run.state);
