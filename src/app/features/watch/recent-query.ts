// The query of the latest backups and alarms, which the home screen shows.
import { api } from '#app/api/client.ts';

/** Persisted. */
export const recentQuery = api.recent.latest.queryOptions({}, { persist: true });
