// The jobs that this device began, so that Watch shows them until they end; stored, because the app may be closed meanwhile.
import { useMe } from '#app/auth/me.ts';
import { createStore } from '#app/device/create-store.ts';
import { getItem, setItem } from '#app/device/local-storage.ts';
import { BULK_JOBS } from '#app/features/shell/bulk-key.ts';

interface Begun {
  readonly id: string;
  readonly person: string;
}

function stored(): readonly Begun[] {
  try {
    const value: unknown = JSON.parse(getItem(BULK_JOBS) || '[]');
    return Array.isArray(value) ? (value as Begun[]) : [];
  } catch {
    return [];
  }
}

const jobs = createStore<readonly Begun[]>(stored());

function put(next: readonly Begun[]): void {
  jobs.set(next);
  setItem(BULK_JOBS, next.length === 0 ? '' : JSON.stringify(next));
}

/** Makes a job known to Watch. */
export const addBulkJob = (id: string, person: string): void =>
  put([...jobs.get().filter((one) => one.id !== id), { id, person }]);

/** Forgets a job that has ended, or is gone. */
export const removeBulkJob = (id: string): void => put(jobs.get().filter((one) => one.id !== id));

/** Returns the ids of the jobs of the signed-in person that are not known to have ended. */
export function useBulkJobs(): readonly string[] {
  const me = useMe();
  return jobs
    .use()
    .filter(({ person }) => person === me?.id)
    .map(({ id }) => id);
}
