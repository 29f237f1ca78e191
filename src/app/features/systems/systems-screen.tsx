// The list of systems as a page of a phone and as the middle pane of a desk.
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { PullToRefresh } from '#app/ui/list/pull-to-refresh.tsx';
import { Screen, TitleRow, useFocusTitle, useScroller } from '#app/ui/layout/screen.tsx';
import { useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { useCan } from '#app/auth/me.ts';
import { useCounts } from '#app/features/alarms/alarm-queries.ts';
import { checked } from '#app/features/shell/live-panel.tsx';
import { Page } from '#app/features/shell/page.tsx';
import type { SystemsSearch } from './systems-filter.ts';
import { SystemList } from './systems-list.tsx';
import { NewSystem } from './new-system.tsx';
import { PickedBar, usePicked } from './bulk-actions.tsx';
import { FindSystems, SEARCH_ID, StateChips } from './systems-tools.tsx';

interface SystemsScreenProps {
  search: SystemsSearch;
  onSearch: (next: SystemsSearch) => void;
  /** The system shown beside the list. */
  selectedId: string | null;
  within?: Record<string, unknown>;
}

/** From 1024 px a pane with its tools on top; below, a page with its tools above the tab bar. */
export function SystemsScreen({ search, onSearch, selectedId, within }: SystemsScreenProps) {
  const wide = useMedia('(min-width: 64rem)');
  const [adding, setAdding] = useState(false);
  const picked = usePicked();
  const choosing = picked.ids.size > 0;
  useListKeys();
  const tools = { search, onSearch, onNew: () => setAdding(true) };
  const list = (
    <>
      <PullToRefresh onRefresh={checked} />
      <KeepPlace />
      <SystemList {...tools} selectedId={selectedId} picked={picked} {...(within && { within })} />
    </>
  );
  return (
    <>
      {wide ? (
        <Pane
          title="Systems"
          heading={selectedId === null}
          onNew={tools.onNew}
          tools={choosing ? <PickedBar picked={picked} /> : <PaneTools {...tools} />}
        >
          {list}
        </Pane>
      ) : (
        <Page
          title="Systems"
          dock={choosing ? <PickedBar picked={picked} /> : <DockTools {...tools} />}
          dockKind="bare"
          scrollId="systems"
        >
          {list}
        </Page>
      )}
      <NewSystem open={adding} onClose={() => setAdding(false)} />
    </>
  );
}

type Tools = Parameters<typeof FindSystems>[0];

function DockTools(tools: Tools) {
  return (
    <div className="border-t border-line pt-2.5">
      <StateChips {...tools} />
      <FindSystems {...tools} />
    </div>
  );
}

function PaneTools(tools: Tools) {
  return (
    <>
      <FindSystems {...tools} />
      <div className="pb-2.5">
        <StateChips {...tools} />
      </div>
    </>
  );
}

type PaneProps = { title: string; heading: boolean; onNew: () => void; tools: ReactNode; children: ReactNode };

// Beside a system its name is the page's one h1.
function Pane({ title, heading, onNew, tools, children }: PaneProps) {
  const total = useCounts().data?.total;
  const mayCreate = useCan('system.create');
  const [pane, setPane] = useState<HTMLElement | null>(null);
  useFocusTitle(pane);
  return (
    <div ref={setPane} className="flex h-full flex-col bg-bg">
      <div className="flex-none pt-2.5">
        <TitleRow
          title={title}
          heading={heading ? 'h1' : 'h2'}
          end={
            <span className="flex items-center gap-3">
              <span className="text-text3 tabular-nums">{total}</span>
              {mayCreate && (
                <Button kind="quiet" size="small" label="New system" onPress={onNew}>
                  <Icon name="plus" size={20} />
                </Button>
              )}
            </span>
          }
        />
        {tools}
      </div>
      <div className="min-h-0 flex-1">
        <Screen landmark="section" scrollId="systems">
          {children}
        </Screen>
      </div>
    </div>
  );
}

let place = 0;

// The list is drawn anew beside each system that is opened; it stays where it was.
function KeepPlace() {
  const scroller = useScroller();
  useLayoutEffect(() => {
    if (!scroller) return undefined;
    scroller.scrollTo(0, place);
    const keep = () => {
      place = scroller.scrollTop;
    };
    scroller.addEventListener('scroll', keep, { passive: true });
    return () => scroller.removeEventListener('scroll', keep);
  }, [scroller]);
  return null;
}

const rowLinks = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('.vl-item > div > .contents > .lrow')].toSorted(
    (a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top,
  );

function step(by: 1 | -1): void {
  const rows = rowLinks();
  const focused = rows.findIndex((row) => row === document.activeElement);
  const at = focused < 0 ? rows.findIndex((row) => row.hasAttribute('aria-current')) : focused;
  const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by))];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}

function useListKeys(): void {
  useHotkeys({
    j: () => step(1),
    k: () => step(-1),
    // As a right click does.
    x: () => document.activeElement?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
    '/': () => document.getElementById(SEARCH_ID)?.focus(),
  });
}
