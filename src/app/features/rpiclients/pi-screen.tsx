// The screen of all Raspberry Pi clients, with the sheet that assigns one.
import { useMemo, useState } from 'react';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { useCanIn } from '#app/auth/can-in.ts';
import { useCan } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { ListScreen } from '#app/features/lists/list-screen.tsx';
import * as m from '#text/messages.js';
import { AssignSheet } from './assign-sheet.tsx';
import { piList, piPage, piParts, piSorts } from './pi-list.tsx';
import type { PiClient } from './pi-text.ts';

const TICK_MS = 30_000;

interface PiClientsScreenProps {
  search: ListSearch;
  onSearch: (next: ListSearch) => void;
  /** The id of the open Pi; the list is a pane beside it. */
  besideKey?: string;
}

/** The list of Raspberry Pi clients. */
export function PiClientsScreen({ search, onSearch, besideKey }: PiClientsScreenProps) {
  const now = useNow(TICK_MS);
  // One that waits belongs to no organization.
  const mayAssign = useCanIn('rpiclient.update', null);
  const [assigning, setAssigning] = useState<{ pi: PiClient; anchor: HTMLElement } | null>(null);
  const parts = useMemo(() => piParts(search), [search]);
  const list = useMemo(
    () => piList({ now, onAssign: mayAssign ? (pi, anchor) => setAssigning({ pi, anchor }) : undefined }),
    [now, mayAssign],
  );
  const find = (search.find ?? '').trim();
  return (
    <>
      <ListScreen
        title={m.shell_place_rpiclients()}
        help={m.rpi_help()}
        notLoaded={m.rpi_list_not_loaded()}
        forbidden={m.rpi_forbidden()}
        id="rpiclients"
        list={list}
        pages={{ parts, pageOf: piPage, enabled: useCan('rpiclient.read') }}
        search={search}
        onSearch={onSearch}
        searchLabel={m.rpi_search()}
        sorts={piSorts()}
        besideKey={besideKey}
        emptyTexts={() => ({
          none: { title: m.rpi_none(), detail: m.rpi_none_detail(), icon: 'chip' },
          noneFound: { title: m.rpi_none_found({ find }), detail: m.rpi_none_found_detail() },
        })}
      />
      {assigning && (
        <AssignSheet
          key={assigning.pi.id}
          pi={assigning.pi}
          anchor={assigning.anchor}
          onClose={() => setAssigning(null)}
        />
      )}
    </>
  );
}
