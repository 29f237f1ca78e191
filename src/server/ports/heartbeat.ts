// One request to an outside watcher, which notices when the next one does not come.

const TIMEOUT_MS = 10_000;

/** @throws Error where the watcher cannot be reached, or does not take it */
export async function sendHeartbeat(url: string): Promise<void> {
  const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!ok) throw new Error(`The outside watcher answered ${status}.`);
}
