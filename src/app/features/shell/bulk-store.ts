// The bulk actions since the app was opened, so that Watch and their page find them while they go on.
import { type Store, createStore } from '#app/device/create-store.ts';
import { useMe } from '#app/auth/me.ts';
import type { BulkRow } from '#app/ui/status/bulk-progress.tsx';

/** The rows as they are now. */
export interface BulkState {
  readonly rows: readonly BulkRow[];
  readonly isRunning: boolean;
  /** Stops after the row in progress. */
  readonly isStopping: boolean;
  /** Without a connection the next row waits for it. */
  readonly isWaiting: boolean;
  /** While and after the rows are given their former values. */
  readonly isUndo: boolean;
}

/** The messages of one kind of bulk action. */
export interface BulkMessages {
  /** While it runs: "Requesting a scan". */
  readonly doing: string;
  /** At its end: "Scan requested". */
  readonly did: string;
  /** For somebody on another page: "Scan requested for 2 of 3". */
  readonly result: (counts: { done: number; count: number }) => string;
}

/** A bulk action that goes on whatever page is shown. */
export interface BulkRun {
  readonly id: string;
  /** The person who started it; it is shown to nobody else. */
  readonly person: string | null;
  readonly messages: BulkMessages;
  /** The address of its page. */
  readonly href: string;
  readonly state: Store<BulkState>;
  /** Stops after the current row; finished rows stay finished. */
  stop(): void;
  /** Runs the waiting rows, and those failed rows again that may succeed. */
  retry(): void;
  /** Undoes the finished rows, last first; left out where the action cannot be undone. */
  readonly undo?: () => void;
}

const runs = createStore<readonly BulkRun[]>([]);

/** Makes a run known to the pages. */
export const addBulkRun = (run: BulkRun): void => runs.set([...runs.get(), run]);

/** The runs of the signed-in person. */
export function useBulkRuns(): readonly BulkRun[] {
  const me = useMe();
  return runs.use().filter(({ person }) => person === (me?.id ?? null));
}
