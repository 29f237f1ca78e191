// The screen of all retentions: a list on phones, a table on desks.
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { useCan } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { ListScreen } from '#app/features/lists/list-screen.tsx';
import * as m from '#text/messages.js';
import { retentionPage, retentionParts, retentionSorts, retentionsList, settingsHref } from './retentions-list.tsx';

const TICK_MS = 30_000;

interface RetentionsScreenProps {
  search: ListSearch;
  onSearch: (next: ListSearch) => void;
  /** The id of the open retention; the list is a pane beside it. */
  besideKey?: string;
}

/** The list of retentions. */
export function RetentionsScreen({ search, onSearch, besideKey }: RetentionsScreenProps) {
  const { history } = useRouter();
  const now = useNow(TICK_MS);
  const parts = useMemo(() => retentionParts(search), [search]);
  const list = useMemo(() => retentionsList(now), [now]);
  const add = useCan('retention.create')
    ? { label: m.retentions_add(), run: () => history.push(settingsHref()) }
    : undefined;
  const find = (search.find ?? '').trim();
  return (
    <ListScreen
      title={m.shell_place_retentions()}
      help={m.retentions_help()}
      notLoaded={m.retentions_list_not_loaded()}
      forbidden={m.retentions_forbidden()}
      id="retentions"
      list={list}
      pages={{ parts, pageOf: retentionPage, enabled: useCan('retention.read') }}
      search={search}
      onSearch={onSearch}
      searchLabel={m.retentions_search()}
      sorts={retentionSorts()}
      add={add}
      besideKey={besideKey}
      emptyTexts={() => ({
        none: {
          title: m.retentions_none(),
          detail: add ? m.retentions_none_add() : m.retentions_none_help(),
          icon: 'archive',
        },
        noneFound: { title: m.retentions_none_found({ find }), detail: m.lists_names_searched() },
      })}
    />
  );
}
