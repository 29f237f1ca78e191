// The list of systems in pages: each row asks for the page that it stands on, so only what is in sight is asked for.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#app/api/client.ts';
import type { Answer } from '#app/api/types.ts';
import { useLive, usePolling } from '#app/realtime/freshness.ts';
import { useCan } from '#app/auth/me.ts';
import { type SystemsSearch, isNarrowed, sortOf, whereOf } from './systems-filter.ts';

export type ListedSystem = Answer<'system', 'list'>['rows'][number];

const PAGE = 60;
// What a row does not show and what may be long.
const OMITTED = 'notes,lastLog,lastBackupLog,tempZipLocation,projectManager,softwareRole,softwareVersion';

/** A part of the list with a title of its own. */
export interface Segment {
  key: string;
  label?: string;
  where: Record<string, unknown>;
  sort: string;
}

/** Worst first the list has three parts; in any other order one. `within`: what always holds, such as one organization. */
export function segmentsOf(search: SystemsSearch, within: Record<string, unknown> = {}): readonly Segment[] {
  const sort = sortOf(search);
  const part = (key: string, label: string, attention: number): Segment => ({
    key,
    label,
    where: whereOf(search, { ...within, attention }),
    sort,
  });
  if (search.sort !== undefined) return [{ key: 'all', where: whereOf(search, within), sort }];
  const rest = isNarrowed(search) ? 'No alarm' : 'Everything else';
  return [part('need', 'Need you', 2), part('hand', 'In hand', 1), part('rest', rest, 0)];
}

const pageQuery = ({ where, sort }: Segment, page: number) =>
  api.system.list.queryOptions({ where, sort, limit: PAGE, skip: page * PAGE, omit: OMITTED }, { persist: page === 0 });

/** The page on which a row of a segment stands; `polls`: this row keeps it new while nothing is told live. */
export function usePage(segment: Segment, index: number, polls: boolean, enabled = true) {
  const polling = usePolling(false);
  const may = useCan('system.read');
  return useQuery({
    ...pageQuery(segment, Math.floor(index / PAGE)),
    enabled: may && enabled,
    placeholderData: keepPreviousData,
    refetchInterval: polls ? polling : false,
  });
}

/** The place of a row on its page. */
export const placeOnPage = (index: number): number => index % PAGE;

const none: Segment = { key: 'none', where: {}, sort: '' };

/** The first page of a segment, and with it how many rows there are; undefined while that is not known. */
export function useSegment(segment: Segment | undefined) {
  const query = usePage(segment ?? none, 0, true, segment !== undefined);
  const { state } = useLive();
  // Rows of another question are no answer to this one when none is coming.
  const waiting = query.isPlaceholderData && (query.fetchStatus === 'paused' || state === 'offline');
  return { query, total: waiting ? undefined : query.data?.total };
}
