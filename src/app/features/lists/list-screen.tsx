// The screen of a list: title, search, chips, order, rows or table, selection; the same for every noun.
import type { QueryKey } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { Screen, useFocusTitle } from '#app/ui/layout/screen.tsx';
import { ListChips, type ListSearch, ListSearchBox, SortButton } from '#app/ui/list/list-tools.tsx';
import { ListView } from '#app/ui/list/list-view.tsx';
import { PullToRefresh } from '#app/ui/list/pull-to-refresh.tsx';
import type { Selection } from '#app/ui/list/selection.ts';
import { Help } from '#app/ui/status/help.tsx';
import { checked } from '#app/features/shell/live-panel.tsx';
import { FlashHost, Page } from '#app/features/shell/page.tsx';
import { BackBar } from '#app/features/shell/record-page.tsx';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { type Store, createStore } from '#app/device/create-store.ts';
import { AgePlate } from '#app/features/watch/home-widgets.tsx';
import { AddButton, PhoneEnd } from './add-button.tsx';
import { savePages } from './csv-action.ts';
import { CsvButton, csvChoice } from './csv-button.tsx';
import { ColumnsButton } from './columns-button.tsx';
import { ListTotal } from './list-total.tsx';
import { useTableLayout } from './use-table-layout.ts';
import { LimitedSort, ListEmpty } from './list-empty.tsx';
import { sortLimitMessage } from './list-errors.ts';
import type { ListScreenProps } from './list-screen-types.ts';
import { sorted, without } from './list-search.ts';
import { useNeighbours } from './neighbours.ts';
import { useListSelection } from './use-list-selection.ts';
import { useListPages } from './use-list-pages.ts';

type Parts = { tools: ReactNode; body: ReactNode; bar: ReactNode };

/** A page on phones; a table with its tools on top on desks; a pane of rows beside a record. */
export function ListScreen<T, E extends Error, K extends QueryKey, S extends ListSearch>(
  props: ListScreenProps<T, E, K, S>,
) {
  const { title, head, id, bulk: Bulk, list } = props;
  const help = props.help && <Help term={title} text={props.help} />;
  // A pane of rows; beside a docked record there is room for the table.
  const narrow = (props.besideKey !== undefined && props.docked !== true) || head?.narrow === true;
  const wide = useMedia('(min-width: 64rem)');
  const selection = useListSelection(props.selected, !wide);
  const [total] = useState(() => createStore<number | undefined>(undefined));
  // Without the permission there is nothing to search or sort.
  const allowed = props.pages.enabled;
  const table = wide && !narrow && list.columns !== undefined;
  const { search, pages } = props;
  // Deferred: a pressed chip is painted before the rows of its filter are rendered.
  const { parts, awaited } = pages;
  const shown = useDeferredValue(useMemo(() => ({ search, parts, awaited }), [search, parts, awaited]));
  const placeId = `${id} ${JSON.stringify(shown.search)}`;
  const body = (
    <Body
      {...props}
      search={shown.search}
      pages={{ ...pages, parts: shown.parts, awaited: shown.awaited }}
      selection={Bulk && selection}
      placeId={placeId}
      table={table}
      total={total}
    />
  );
  const bar = selection.rows.size > 0 && Bulk ? <Bulk selection={selection} placeId={placeId} /> : undefined;
  if (wide)
    return (
      <Desk
        {...props}
        narrow={narrow}
        total={total}
        parts={{ tools: allowed && <Tools {...props} narrow={narrow} />, body, bar }}
      />
    );
  return (
    <Page
      {...(head
        ? { header: head.content, bar: <BackBar parent={head.parent} /> }
        : { title, end: <PhoneEnd add={props.add}>{help}</PhoneEnd> })}
      dock={allowed && (bar ?? <Dock {...props} />)}
      dockKind="bare"
      scrollId={id}
    >
      {body}
    </Page>
  );
}

type BodyProps<T, E extends Error, K extends QueryKey, S extends ListSearch> = ListScreenProps<T, E, K, S> & {
  selection: Selection<T> | undefined;
  placeId: string;
  table: boolean;
  /** Gets the number of rows, for the heading. */
  total: Store<number | undefined>;
};

// The pages are read here and not in the screen: when one arrives the tools are not drawn again.
function Body<T, E extends Error, K extends QueryKey, S extends ListSearch>({
  pages: options,
  list,
  search,
  onSearch,
  id,
  notLoaded,
  forbidden,
  emptyTexts,
  total,
  ...props
}: BodyProps<T, E, K, S>) {
  const router = useRouter();
  const [onNavigate] = useState(() => (href: string) => router.history.push(href));
  const pages = useListPages(options);
  const [layout, onLayout] = useTableLayout(id);
  const { rows, missing, fresh, asOf } = pages;
  const count = rows === null ? undefined : pages.total;
  useEffect(() => total.set(count), [total, count]);
  useNeighbours(props.neighbours, list, rows, props.besideKey);
  // Beside a record its page says that the permission is missing.
  const isSaid = props.besideKey !== undefined && options.enabled === false;
  const onSort = (sort: string) => onSearch(sorted(search, sort, props.sorts));
  const sortLimit = sortLimitMessage(missing?.error);
  if (rows === null && sortLimit)
    return <LimitedSort title={notLoaded} message={sortLimit} usual={props.sorts[0]} onSort={onSort} />;
  if (rows === null)
    return missing && !isSaid ? <Unanswered title={notLoaded} forbidden={forbidden} query={missing} /> : null;
  return (
    <>
      <PullToRefresh onRefresh={checked} />
      <AgePlate fresh={fresh} asOf={asOf} />
      {pages.total === 0 ? (
        <ListEmpty
          find={(search.find ?? '').trim()}
          texts={emptyTexts(pages)}
          onClearSearch={() => onSearch(without(search, 'find'))}
          onClearFilter={() => onSearch((search.sort === undefined ? {} : { sort: search.sort }) as S)}
          add={props.add}
        />
      ) : (
        <ListView
          list={list}
          rows={rows}
          selection={props.selection}
          table={props.table}
          layout={layout}
          onLayout={onLayout}
          sort={search.sort ?? props.sorts[0]?.value}
          onSort={onSort}
          currentKey={props.besideKey}
          placeId={props.placeId}
          searchId={`find-${id}`}
          onNavigate={onNavigate}
        />
      )}
    </>
  );
}

type ToolsProps<T, E extends Error, K extends QueryKey, S extends ListSearch> = ListScreenProps<T, E, K, S>;

function Find<T, E extends Error, K extends QueryKey, S extends ListSearch>({
  id,
  search,
  onSearch,
  searchLabel,
}: ToolsProps<T, E, K, S>) {
  const put = (find: string) => onSearch(find === '' ? without(search, 'find') : { ...search, find });
  return <ListSearchBox id={`find-${id}`} label={searchLabel} value={search.find ?? ''} onSettled={put} />;
}

function Sort<T, E extends Error, K extends QueryKey, S extends ListSearch>({
  id,
  pages,
  search,
  onSearch,
  sorts,
}: ToolsProps<T, E, K, S>) {
  return (
    <SortButton
      sorts={sorts}
      value={search.sort ?? sorts[0]?.value ?? ''}
      onSort={(sort) => onSearch(sorted(search, sort, sorts))}
      actions={[csvChoice(() => void savePages(id, pages))]}
    />
  );
}

/** Above the tab bar of a phone, where the thumb is. */
function Dock<T, E extends Error, K extends QueryKey, S extends ListSearch>(props: ToolsProps<T, E, K, S>) {
  return (
    <div className="border-t border-line">
      {props.chips && <ListChips {...props.chips} />}
      <div className={findClass}>
        <Find {...props} />
        <Sort {...props} />
        {props.head && <AddButton add={props.add} />}
      </div>
    </div>
  );
}

/** On desks the table's headers sort; beside a record there are none, so the button does. */
function Tools<T, E extends Error, K extends QueryKey, S extends ListSearch>(
  props: ToolsProps<T, E, K, S> & { narrow: boolean },
) {
  if (!props.narrow && props.list.columns)
    return <div className="pb-2.5">{props.chips && <ListChips {...props.chips} />}</div>;
  return (
    <>
      <div className={findClass}>
        <Find {...props} />
        <Sort {...props} />
      </div>
      {props.chips && (
        <div className="pb-2.5 [&>*]:pt-0">
          <ListChips {...props.chips} />
        </div>
      )}
    </>
  );
}

// Beside a record its name is the page's one h1.
function Desk<T, E extends Error, K extends QueryKey, S extends ListSearch>(
  props: ListScreenProps<T, E, K, S> & { parts: Parts; narrow: boolean; total: Store<number | undefined> },
) {
  const { title, head, id, total, add, besideKey, narrow, parts } = props;
  const [root, setRoot] = useState<HTMLElement | null>(null);
  useFocusTitle(root);
  const beside = besideKey !== undefined;
  const Landmark = beside ? 'div' : 'main';
  return (
    <Landmark
      ref={setRoot}
      className="flex h-dvh flex-col bg-bg [--list-title:var(--deep)]"
      {...(!beside && { id: 'content', tabIndex: -1 })}
    >
      {head?.content}
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="flex-none pt-2.5">
            <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-1.5 pb-2.5">
              {beside || head ? <h2 className={heading}>{title}</h2> : <h1 className={heading}>{title}</h1>}
              {props.help && <Help term={title} text={props.help} />}
              <ListTotal total={total} />
              {!narrow && props.list.columns && props.pages.enabled && (
                <>
                  <div className="max-w-80 flex-[99_1_11rem]">
                    <Find {...props} />
                  </div>
                  <ColumnsButton id={id} columns={props.list.columns} />
                  <CsvButton onPress={() => void savePages(id, props.pages)} />
                </>
              )}
              <AddButton add={add} size="small" />
            </div>
            {parts.tools}
          </div>
          {/* The header of a table keeps clear of the flash. */}
          <div className="min-h-0 flex-1 [--flash-inset:46px] [&>*]:h-full">
            <Screen landmark="section" measure="pane" scrollId={id} {...(!beside && { flash: <FlashHost /> })}>
              {parts.body}
            </Screen>
          </div>
          {parts.bar}
        </div>
        {head?.aside}
      </div>
    </Landmark>
  );
}

const findClass =
  'flex gap-2 px-3 pt-2 pb-2.5 [&>label]:min-w-0 [&>label]:flex-1 [&>button]:min-h-12.5 [&>button]:rounded-control';
const heading = 'text-[2rem]/[1.1] font-bold tracking-tight';
