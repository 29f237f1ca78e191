// The screen of all orphans: what deleted systems and organizations left behind.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '#app/api/client.ts';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { useCan } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { ListScreen } from '#app/features/lists/list-screen.tsx';
import * as m from '#text/messages.js';
import { orphanPage, orphanParts, orphanSorts, orphansList } from './orphans-list.tsx';

const TICK_MS = 30_000;

interface OrphansScreenProps {
  search: ListSearch;
  onSearch: (next: ListSearch) => void;
  /** The id of the open orphan; the list is a pane beside it. */
  besideKey?: string;
}

/** The list of orphans. */
export function OrphansScreen({ search, onSearch, besideKey }: OrphansScreenProps) {
  const now = useNow(TICK_MS);
  const enabled = useCan('orphan.read');
  const { data: total } = useQuery({ ...api.orphan.total.queryOptions({}, { persist: true }), enabled });
  const parts = useMemo(() => orphanParts(search, total?.size), [search, total]);
  const list = useMemo(() => orphansList(now), [now]);
  const find = (search.find ?? '').trim();
  return (
    <ListScreen
      title={m.orphans_title()}
      help={m.orphans_help()}
      notLoaded={m.orphans_not_loaded()}
      forbidden={m.orphans_forbidden()}
      id="orphans"
      list={list}
      pages={{ parts, pageOf: orphanPage, enabled }}
      search={search}
      onSearch={onSearch}
      searchLabel={m.orphans_search()}
      sorts={orphanSorts()}
      besideKey={besideKey}
      emptyTexts={() => ({
        none: { title: m.orphans_none(), detail: m.orphans_none_detail(), icon: 'box' },
        noneFound: { title: m.orphans_none_found({ find }), detail: m.orphans_none_found_detail() },
      })}
    />
  );
}
