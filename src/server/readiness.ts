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
  /** Facts that the answer names beside it. */
  facts(): Record<string, unknown>;
}

/** The answer to /readyz: 503 unless `ok`. */
export type Readiness = { ok: boolean } & Record<string, unknown>;

/** @returns a function that tells whether this server can be relied on; it never rejects */
export function makeReadiness({ now, runs, reads, writes, facts }: ReadinessOptions): () => Promise<Readiness> {
  let written: { at: number; result: Promise<void> } | null = null;
  const lastWritten = (): Promise<void> => {
    const at = Date.parse(now());
    // The distance: a clock that was put back would hold the result for long.
    if (!written || Math.abs(at - written.at) >= HELD_MS) written = { at, result: writes() };
    return written.result;
  };
  const works = (): Promise<boolean> =>
    Promise.all([reads(), lastWritten()]).then(
      () => true,
      () => false,
    );
  return async () => ({ ok: runs() && (await works()), ...facts() });
}
