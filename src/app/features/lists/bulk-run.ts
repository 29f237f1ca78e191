// Runs a bulk action outside of any page: one call a row, in order, with Stop, Retry and Undo.
import { ApiError } from '#app/api/errors.ts';
import { errorMessage } from '#app/api/error-messages.ts';
import { cachedSession } from '#app/auth/me.ts';
import { type Store, createStore } from '#app/device/create-store.ts';
import { type BulkRun, type BulkState, type BulkMessages, addBulkRun } from '#app/features/shell/bulk-store.ts';
import { isOffline, onConnectionChange } from '#app/realtime/freshness.ts';
import type { BulkRow } from '#app/ui/status/bulk-progress.tsx';

/** A bulk action. `call` and `undo` make one call and reject when it failed. */
export interface BulkAction {
  readonly rows: readonly Pick<BulkRow, 'id' | 'label' | 'note'>[];
  readonly messages: BulkMessages;
  readonly call: (id: string) => Promise<unknown>;
  /** Gives one row its former value back; it rejects where somebody changed the row since. */
  readonly undo?: (id: string) => Promise<unknown>;
  /** The address of the page that shows the run; it gets the id as `run`. */
  readonly page: string;
  /** Called each time the run comes to its end. */
  readonly onEnd?: (run: BulkRun) => void;
}

/** Answers that the same call gets again: not valid, not signed in, not allowed, not there. */
const FINAL = [400, 401, 403, 404];

const failureOf = (error: unknown): Pick<BulkRow, 'reason' | 'mayRetry'> => ({
  reason: errorMessage(error),
  mayRetry: !(error instanceof ApiError && FINAL.includes(error.status)),
});

let count = 0;
const personNow = (): string | null => cachedSession()?.user?.id ?? null;

/** The state of a run, and its changes. */
function createRows(rows: BulkAction['rows']) {
  const state = createStore<BulkState>({
    rows: rows.map((row) => ({ ...row, state: 'waiting' })),
    isRunning: false,
    isStopping: false,
    isWaiting: false,
    isUndo: false,
  });
  const set = (more: Partial<BulkState>) => state.set({ ...state.get(), ...more });
  const mark = (id: string, change: Partial<BulkRow>) =>
    set({ rows: state.get().rows.map((row) => (row.id === id ? { ...row, ...change } : row)) });
  const idsOf = (wanted: (row: BulkRow) => boolean): string[] => {
    const { rows: now } = state.get();
    return now.filter(wanted).map(({ id }) => id);
  };
  return { state, set, mark, idsOf };
}

/** Starts at once and goes on whatever page is shown, until its end, `stop`, or the end of the session. */
export function startBulkRun({ rows, messages, call, undo, page, onEnd }: BulkAction): BulkRun {
  const person = personNow();
  const id = `${Date.now().toString(36)}-${(count += 1)}`;
  const { state, set, mark, idsOf } = createRows(rows);
  async function act(row: string, one: (id: string) => Promise<unknown>, after: BulkRow['state']) {
    mark(row, { state: 'running', reason: undefined, mayRetry: undefined });
    try {
      await one(row);
      mark(row, { state: after });
    } catch (error) {
      mark(row, { state: 'failed', ...failureOf(error) });
    }
  }
  async function runRows(ids: readonly string[], one: (id: string) => Promise<unknown>, after: BulkRow['state']) {
    set({ isRunning: true, isStopping: false });
    const release = holdPage();
    for (const row of ids) {
      if (isOffline()) await connected(state, set);
      // Another person's session must not make the calls of this one.
      if (state.get().isStopping || personNow() !== person) break;
      await act(row, one, after);
    }
    release();
    set({ isRunning: false, isStopping: false });
    onEnd?.(run);
  }
  const runWaiting = () => {
    const waiting = idsOf((row) => row.state === 'waiting');
    void runRows(waiting, call, 'done');
  };
  const run: BulkRun = {
    id,
    person,
    messages,
    href: `${page}?run=${id}`,
    state,
    stop: () => state.get().isRunning && set({ isStopping: true }),
    retry: () => {
      if (state.get().isRunning || state.get().isUndo) return;
      for (const row of idsOf((one) => one.state === 'failed' && one.mayRetry === true))
        mark(row, { state: 'waiting' });
      runWaiting();
    },
    ...(undo && {
      undo: () => {
        if (state.get().isRunning) return;
        set({ isUndo: true });
        const done = idsOf((row) => row.state === 'done');
        void runRows(done.toReversed(), undo, 'waiting');
      },
    }),
  };
  addBulkRun(run);
  runWaiting();
  return run;
}

/** Resolves once the connection is back, or the run is to stop. */
async function connected(state: Store<BulkState>, set: (more: Partial<BulkState>) => void): Promise<void> {
  set({ isWaiting: true });
  await new Promise<void>((go) => {
    const check = () => {
      if (isOffline() && !state.get().isStopping) return;
      for (const end of ends) end();
      go();
    };
    const ends = [onConnectionChange(check), state.subscribe(check)];
    check();
  });
  set({ isWaiting: false });
}

let held = 0;

/** Until the returned function is called, closing the app asks first, and an update does not reload it. */
function holdPage(): () => void {
  const prevent = (event: BeforeUnloadEvent) => event.preventDefault();
  const hold = (by: 1 | -1) => {
    held += by;
    document.documentElement.toggleAttribute('data-unfinished', held > 0);
  };
  window.addEventListener('beforeunload', prevent);
  hold(1);
  return () => {
    window.removeEventListener('beforeunload', prevent);
    hold(-1);
  };
}
