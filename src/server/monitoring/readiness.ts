// The answer to /readyz. What the server can work without is named in it, and leaves it ready: to take a server off the balancer
// for a store that is gone would lose reports and acknowledgements as well.

export interface ReadinessOptions {
  /** True while the scheduler runs. */
  runs(): boolean;
  /** The names of the jobs that fail or hang. */
  failingJobs(): string[];
  /** Reads from the database; rejects where it cannot. */
  reads(): Promise<unknown>;
  /** Facts that the answer names beside it. */
  facts(): Record<string, unknown>;
}

/** The answer to /readyz: 503 unless `ok`. */
export type Readiness = { ok: boolean } & Record<string, unknown>;

/** @returns a function that checks whether this server is ready; it never rejects, and writes nothing */
export function makeReadiness({ runs, failingJobs, reads, facts }: ReadinessOptions): () => Promise<Readiness> {
  const works = (): Promise<boolean> =>
    reads().then(
      () => true,
      () => false,
    );
  return async () => {
    const jobs = failingJobs();
    return { ok: runs() && (await works()), ...facts(), ...(jobs.length > 0 ? { jobs } : {}) };
  };
}
