// The first version of a noun in the app: a list and a form with their routes, and their sentences.
import type { NounNames } from './names.ts';

export const listFile = ({
  one,
  many,
  One,
  Many,
}: NounNames): string => `// The list of ${many}: its order, its pages, and how a ${one} is drawn as a row and as columns.
import type { ListSearch, ListSort } from '#app/ui/list/list-tools.tsx';
import type { ListDescription } from '#app/ui/list/list-types.ts';
import { RowBody } from '#app/ui/list/list-row.tsx';
import { api } from '#app/api/client.ts';
import type { Answer } from '#app/api/types.ts';
import { whereWords } from '#app/features/lists/list-search.ts';
import type { ListPart, PageInput } from '#app/features/lists/use-list-pages.ts';
import * as m from '#text/messages.js';

export type ${One} = Answer<'${one}', 'list'>['rows'][number];

/** The address of the list. */
export const listHref = '/admin/${many}';

/** The address of the form of one ${one}; without an id of a new one. */
export const settingsHref = (id?: string): string =>
  id === undefined ? '/admin/${one}/settings' : \`/admin/${one}/settings?id=\${id}\`;

/** The orders of the list; the first one is the usual one. */
export const ${one}Sorts = (): readonly ListSort[] => [
  { value: 'name', label: m.${many}_name(), note: m.${many}_sort_name_note() },
];

/** The list as one group. */
export const ${one}Parts = ({ find }: ListSearch): readonly ListPart[] => [
  { key: 'all', where: whereWords(find, ['name']), sort: JSON.stringify(['name ASC']) },
];

/** One page of the list; the first one is stored on the device. */
export const ${one}Page = ({ where, sort }: ListPart, page: PageInput) =>
  api.${one}.list.queryOptions({ where, sort, ...page }, { persist: page.skip === 0 });

/** ${Many} as they are drawn. */
export const ${many}List = (): ListDescription<${One}> => ({
  label: m.${many}_title(),
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => settingsHref(id),
  rowHeight: 72,
  renderRow: ({ name }, { stale }) => <RowBody name={name} stale={stale} />,
  columns: [
    {
      id: 'name',
      header: m.${many}_name(),
      width: 240,
      grow: 2,
      link: true,
      sort: { ascending: 'name' },
      cell: ({ name }) => name,
    },
  ],
});
`;

export const screenFile = ({
  one,
  many,
  Many,
}: NounNames): string => `// The screen of all ${many}: a list on phones, a table on desks.
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { useCan } from '#app/auth/me.ts';
import { ListScreen } from '#app/features/lists/list-screen.tsx';
import * as m from '#text/messages.js';
import { ${one}Page, ${one}Parts, ${one}Sorts, ${many}List, settingsHref } from './${many}-list.tsx';

interface ${Many}ScreenProps {
  search: ListSearch;
  onSearch: (next: ListSearch) => void;
  /** The id of the open ${one}; the list is a pane beside it. */
  besideKey?: string;
}

/** The list of ${many}. */
export function ${Many}Screen({ search, onSearch, besideKey }: ${Many}ScreenProps) {
  const { history } = useRouter();
  const parts = useMemo(() => ${one}Parts(search), [search]);
  const list = useMemo(${many}List, []);
  const add = useCan('${one}.create')
    ? { label: m.${many}_add(), run: () => history.push(settingsHref()) }
    : undefined;
  const find = (search.find ?? '').trim();
  return (
    <ListScreen
      title={m.${many}_title()}
      notLoaded={m.${many}_list_not_loaded()}
      forbidden={m.${many}_forbidden()}
      id="${many}"
      list={list}
      pages={{ parts, pageOf: ${one}Page, enabled: useCan('${one}.read') }}
      search={search}
      onSearch={onSearch}
      searchLabel={m.${many}_search()}
      sorts={${one}Sorts()}
      add={add}
      besideKey={besideKey}
      emptyTexts={() => ({
        none: { title: m.${many}_none(), detail: m.${many}_none_detail(), icon: 'box' },
        noneFound: { title: m.${many}_none_found({ find }), detail: m.${many}_none_found_detail() },
      })}
    />
  );
}
`;

export const formFile = ({
  one,
  many,
  One,
  Many,
}: NounNames): string => `// The form of a ${one}: its fields, its values, and its sentences.
import { api } from '#app/api/client.ts';
import type { Input } from '#app/api/types.ts';
import { formFields } from '#app/ui/form/form-fields.tsx';
import type { RecordKind } from '#app/features/shell/record-kind.ts';
import { RecordScreen } from '#app/features/shell/record-screen.tsx';
import { ${one} } from '#contract/${one}.ts';
import * as m from '#text/messages.js';
import { type ${One}, listHref, settingsHref } from './${many}-list.tsx';

interface ${One}Values {
  name: string;
}

type Create = Input<'${one}', 'create'>;

const Field = formFields<${One}Values>();

/** ${Many}, as their screen needs them. */
const ${one}Kind: RecordKind<${One}, ${One}Values, Create, Partial<Create>> = {
  entity: ${one},
  calls: api.${one},
  listHref,
  hrefOf: settingsHref,
  fields: () => ({ name: { label: m.${many}_name(), short: m.${many}_name_short() } }),
  initial: { name: '' },
  read: ({ name }) => ({ name }),
  toInput: (values: Partial<${One}Values>) => values as ${One}Values,
  texts: () => ({
    list: m.${many}_title(),
    one: m.${many}_one(),
    add: m.${many}_add(),
    save: m.${many}_save(),
    notLoaded: m.${many}_not_loaded(),
    remove: m.${many}_delete(),
    removeDetail: () => m.${many}_delete_detail(),
  }),
};

/** Without an id: a new ${one}. Mount it anew for another one. */
export const ${One}Settings = ({ id }: { id: string | undefined }) => (
  <RecordScreen
    kind={${one}Kind}
    id={id}
    fields={<Field.Text name="name" autoComplete="off" maxLength={200} />}
  />
);
`;

export const listRoute = ({
  one,
  many,
  Many,
}: NounNames): string => `// The route admin/${many}: search and order in the address.
import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { readListSearch } from '#app/features/lists/list-search.ts';
import { ${one}Sorts } from '#app/features/${many}/${many}-list.tsx';
import { ${Many}Screen } from '#app/features/${many}/${many}-screen.tsx';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/${many}')({
  // Read by the screen: its code would otherwise be part of the first script.
  validateSearch: (search: Record<string, unknown>): ListSearch => search,
  component: ${Many}Route,
});

function ${Many}Route() {
  const given = Route.useSearch();
  const search = useMemo(() => readListSearch({ ...given }, ${one}Sorts()), [given]);
  const navigate = Route.useNavigate();
  useTitle(m.${many}_title());
  return <${Many}Screen search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
}
`;

export const settingsRoute = ({
  one,
  many,
  One,
  Many,
}: NounNames): string => `// The route admin/${one}/settings: the ${one} of the id in the address, without one a new ${one}.
import { createFileRoute } from '@tanstack/react-router';
import { RecordPanes } from '#app/features/shell/record-panes.tsx';
import { ${Many}Screen } from '#app/features/${many}/${many}-screen.tsx';
import { ${One}Settings } from '#app/features/${many}/${one}-settings.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/${one}/settings')({
  staticData: { bar: 'own', panes: 'own' },
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } => (typeof id === 'string' ? { id } : {}),
  component: ${One}Route,
});

function ${One}Route() {
  const { id } = Route.useSearch();
  return (
    <RecordPanes label={m.${many}_title()} list={${Many}Screen} id={id}>
      <${One}Settings key={id} id={id} />
    </RecordPanes>
  );
}
`;

export const messages = ({ one, many, Many }: NounNames): Record<string, string> => ({
  [`${many}_add`]: `New ${one}`,
  [`${many}_delete`]: `Delete ${one}`,
  [`${many}_delete_detail`]: 'It cannot be restored.',
  [`${many}_forbidden`]: `You do not have permission to see ${many}`,
  [`${many}_list_not_loaded`]: `Could not load ${many}`,
  [`${many}_name`]: 'Name',
  [`${many}_name_short`]: 'name',
  [`${many}_none`]: `No ${many} yet`,
  [`${many}_none_detail`]: `No ${one} has been added yet.`,
  [`${many}_none_found`]: `No ${one} is named “{find}”`,
  [`${many}_none_found_detail`]: `The search goes over the names of ${many}.`,
  [`${many}_not_loaded`]: `Could not load this ${one}`,
  [`${many}_one`]: `${Many.slice(0, 1)}${one.slice(1)}`,
  [`${many}_save`]: `Save ${one}`,
  [`${many}_search`]: `Search ${many}`,
  [`${many}_sort_name_note`]: 'A to Z',
  [`${many}_title`]: Many,
});
