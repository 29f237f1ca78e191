// The backups of one system in an order: the first ones, and older ones on request.
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '#app/api/client.ts';
import type { Answer } from '#app/api/types.ts';
import { useCan } from '#app/auth/me.ts';
import * as m from '#text/messages.js';
import { backupSort } from './backup-sorts.ts';

const FIRST = 60;
/** Rows that each request for older ones adds. Each live event fetches all rows again, so the step is small. */
const STEP = 240;
/** The most rows of one answer. */
const PAGE = 1000;
/** The largest `skip` that the server accepts. */
const MAX_SKIP = 10_000;

type BackupList = Answer<'backup', 'list'>;
type Criteria = ReturnType<typeof backupsOf>;

/** The list call of all of them. */
export const backupsOf = (id: string, sort: string | undefined) => ({ where: { system: id }, sort: backupSort(sort) });

/** Reads `count` rows. A backup that arrives meanwhile moves the rest by one, so the same row may be on two pages. */
async function readBackups(criteria: Criteria, count: number, signal: AbortSignal): Promise<BackupList> {
  const rows = new Map<string, BackupList['rows'][number]>();
  let total = count;
  for (let skip = 0; skip < Math.min(count, total); skip += PAGE) {
    const page = await api.backup.list({ ...criteria, limit: Math.min(PAGE, count - skip), skip }, { signal });
    for (const row of page.rows) rows.set(row.id, row);
    total = page.total;
  }
  return { rows: [...rows.values()], total };
}

/** True if older ones can be read. */
const hasMore = ({ rows, total }: BackupList): boolean => rows.length < total && rows.length <= MAX_SKIP;

/** The sentence below the last row that can be read. */
export const endText = ({ rows, total }: BackupList): string =>
  rows.length < total ? m.backups_limited({ shown: rows.length, total }) : m.backups_end({ count: total });

/** Numbers of requested rows by system and order, kept for the next visit of the tab. */
const counts = new Map<string, number>();

/**
 * The backups read so far and the order that they are in: while others load, the rows before them stay. The first ones in
 * the usual order are stored on the device.
 */
export function useBackups(id: string, sort: string | undefined) {
  const criteria = backupsOf(id, sort);
  const place = `${id} ${sort}`;
  const [asked, setAsked] = useState({ place: '', count: FIRST });
  const count = asked.place === place ? asked.count : (counts.get(place) ?? FIRST);
  const isMore = count > FIRST;
  const enabled = useCan('backup.read');
  const first = useQuery({
    ...api.backup.list.queryOptions({ ...criteria, limit: FIRST }, { persist: sort === undefined }),
    enabled,
  });
  const older = useQuery({
    queryKey: ['backup', 'older', criteria, count],
    queryFn: ({ signal }) => readBackups(criteria, count, signal),
    enabled: enabled && isMore,
  });
  const { data } = isMore ? older : first;
  const shown = useRef<{ sort: string | undefined; list: BackupList }>(undefined);
  if (data) shown.current = { sort, list: data };
  const failed = isMore && older.isError && data === undefined;
  return {
    first,
    older,
    shown: first.isError && first.data === undefined ? undefined : shown.current,
    more: shown.current !== undefined && hasMore(shown.current.list),
    loading: isMore && data === undefined && older.isFetching,
    failed,
    /** Reads older ones, or tries again where that failed. */
    onMore: () => {
      if (failed) return void older.refetch();
      counts.set(place, count + STEP);
      setAsked({ place, count: count + STEP });
    },
  };
}
