// The tab with the scans of a system, newest first.
import { useMemo } from 'react';
import { useRouter } from '@tanstack/react-router';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Empty } from '#app/ui/status/empty.tsx';
import { api } from '#app/api/client.ts';
import { useCan } from '#app/auth/me.ts';
import { savePages } from '#app/features/lists/csv-action.ts';
import { RecordList } from '#app/features/lists/record-list.tsx';
import { useListSearch } from '#app/features/lists/use-list-search.ts';
import { type ListPart, type PageInput, useListPages } from '#app/features/lists/use-list-pages.ts';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { type Held, SystemPage } from '#app/features/systems/system-frame.tsx';
import { useHasTableRoom } from '#app/features/shell/pane-size.ts';
import * as m from '#text/messages.js';
import { scanSort, scanSorts } from './scan-sorts.ts';
import { scansList } from './scans-list.tsx';

/** The tab Scans of a system. */
export function ScansScreen() {
  return <SystemPage title={m.scans_title()}>{(held) => <Scans key={held.system.id} held={held} />}</SystemPage>;
}

function Scans({ held: { system, now } }: { held: Held }) {
  const { history } = useRouter();
  const hasRoom = useHasTableRoom();
  const { id } = system;
  const pageOf = useMemo(
    () =>
      ({ sort }: ListPart, page: PageInput) =>
        api.scanresult.ofSystem.queryOptions({ system: id, sort, ...page }, { persist: page.skip === 0 }),
    [id],
  );
  const order = useListSearch(scanSorts);
  const { sort } = order.search;
  const parts = useMemo((): ListPart[] => [{ key: 'all', where: {}, sort: scanSort(sort) }], [sort]);
  const { rows, total, missing } = useListPages({ parts, pageOf, enabled: useCan('scanresult.read') });
  const list = useMemo(() => scansList(now, false), [now]);
  if (rows === null)
    return missing && <Unanswered title={m.scans_not_loaded()} forbidden={m.scans_forbidden()} query={missing} />;
  if (total === 0)
    return (
      <Empty art={<Icon name="scan" size={56} className="text-text3" />} title={m.scans_none()}>
        {m.scans_none_detail()}
      </Empty>
    );
  return (
    <RecordList
      id="scans"
      list={list}
      rows={rows}
      table={hasRoom}
      order={order}
      onDownload={() => void savePages('scans', { parts, pageOf })}
      placeId={`scans-${id} ${sort}`}
      onNavigate={(to) => history.push(to)}
    />
  );
}
