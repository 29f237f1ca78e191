// The scans that people asked for, of every system that the person may read. Opens without a session, and then shows none.
import { useMemo } from 'react';
import { Screen } from '#app/ui/layout/screen.tsx';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { ButtonLink } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Empty } from '#app/ui/status/empty.tsx';
import { api } from '#app/api/client.ts';
import { useCan, useMe } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { ListScreen } from '#app/features/lists/list-screen.tsx';
import { whereWords } from '#app/features/lists/list-search.ts';
import type { ListPart, PageInput } from '#app/features/lists/use-list-pages.ts';
import * as m from '#text/messages.js';
import { scanSort, scanSorts } from './scan-sorts.ts';
import { scansList } from './scans-list.tsx';

const TICK_MS = 30_000;

const pageOf = ({ where, sort }: ListPart, page: PageInput) =>
  api.scanresult.manualScans.queryOptions({ where, sort, ...page }, { persist: page.skip === 0 });

interface ManualScansProps {
  search: ListSearch;
  onSearch: (next: ListSearch) => void;
}

/** The list, or the way to sign in. */
export function ManualScansScreen(props: ManualScansProps) {
  if (useMe() === null) return <SignInFirst />;
  return <ManualScans {...props} />;
}

function SignInFirst() {
  return (
    <Screen title={m.shell_place_manual_scans()}>
      <Empty
        art={<Icon name="lock" size={56} className="text-text3" />}
        title={m.scans_sign_in()}
        action={<ButtonLink to="/auth/login?from=/admin/manual_scans">{m.auth_sign_in()}</ButtonLink>}
      >
        {m.scans_sign_in_detail()}
      </Empty>
    </Screen>
  );
}

function ManualScans({ search, onSearch }: ManualScansProps) {
  const now = useNow(TICK_MS);
  const list = useMemo(() => scansList(now, true), [now]);
  const find = (search.find ?? '').trim();
  const parts = useMemo(
    (): ListPart[] => [{ key: 'all', where: whereWords(find, ['find']), sort: scanSort(search.sort) }],
    [find, search.sort],
  );
  return (
    <ListScreen
      title={m.shell_place_manual_scans()}
      help={m.scans_help()}
      notLoaded={m.scans_not_loaded()}
      forbidden={m.scans_forbidden()}
      id="manual-scans"
      list={list}
      pages={{ parts, pageOf, enabled: useCan('scanresult.read') }}
      search={search}
      onSearch={onSearch}
      searchLabel={m.scans_search()}
      sorts={scanSorts()}
      emptyTexts={() => ({
        none: { title: m.scans_none_manual(), detail: m.scans_none_manual_detail(), icon: 'scan' },
        noneFound: { title: m.scans_none_found({ find }), detail: m.scans_none_found_detail() },
      })}
    />
  );
}
