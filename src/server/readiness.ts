// The answer to /readyz. However many ask, the store is written to once in ten seconds.

const HELD_MS = 10_000;

export interface ReadinessOptions {
  now(): string;
  /** True while the scheduler runs. */
  runs(): boolean;
  /** Reads from the database; rejects where it cannot. */
  reads(): Promise<unknown>;
  /** Writes to the store of backups; rejects where it cannot. */
  writes(): Promise<void>;
}

/** @returns a function that resolves to true for a server that is ready; rejects where database or store fail */
export function makeReadiness({ now, runs, reads, writes }: ReadinessOptions): () => Promise<boolean> {
  let written: { at: number; result: Promise<void> } | null = null;
  const lastWritten = (): Promise<void> => {
    const at = Date.parse(now());
    // The distance: a clock that was put back would hold the result for long.
    if (!written || Math.abs(at - written.at) >= HELD_MS) written = { at, result: writes() };
    return written.result;
  };
  return async () => {
    if (!runs()) return false;
    await Promise.all([reads(), lastWritten()]);
    return true;
  };
}
