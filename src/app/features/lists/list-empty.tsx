// Shown instead of rows: why a list is empty, and one action.
import type { ReactNode } from 'react';
import type { ListSort } from '#app/ui/list/list-tools.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon, type IconName } from '#app/ui/primitives/icon.tsx';
import { Lamp } from '#app/ui/primitives/logo.tsx';
import { Empty } from '#app/ui/status/empty.tsx';
import * as m from '#text/messages.js';

interface Reason {
  title: string;
  detail: string;
  /** The picture above it, 64 px high. */
  art?: ReactNode;
}

/** The texts of an empty list. */
export interface EmptyTexts {
  /** There are no records, or none that the person may see. */
  none: Reason & { icon?: IconName };
  /** No record matches the search. */
  noneFound: Reason;
  /** No record matches the filter; only while one is on. */
  noneFiltered?: (Reason & { clear: string }) | undefined;
}

interface ListEmptyProps {
  /** The search text; '' for none. */
  find: string;
  texts: EmptyTexts;
  onClearSearch: () => void;
  onClearFilter: () => void;
  add: { label: string; run: () => void } | undefined;
}

/** The reason why the list is empty: no match of the search, none of the filter, or no records. */
export function ListEmpty({ find, texts, onClearSearch, onClearFilter, add }: ListEmptyProps) {
  const { none, noneFound, noneFiltered } = texts;
  const magnifier = <Icon name="search" size={56} className="text-text3" />;
  if (find !== '')
    return (
      <Empty
        art={magnifier}
        title={noneFound.title}
        action={<Clear label={m.lists_clear_search()} onPress={onClearSearch} />}
      >
        {noneFound.detail}
      </Empty>
    );
  if (noneFiltered !== undefined)
    return (
      <Empty
        art={noneFiltered.art ?? magnifier}
        title={noneFiltered.title}
        action={<Clear label={noneFiltered.clear} onPress={onClearFilter} />}
      >
        {noneFiltered.detail}
      </Empty>
    );
  const button = add && (
    <Button kind="lamp" onPress={add.run}>
      <Icon name="plus" />
      {add.label}
    </Button>
  );
  return (
    <Empty art={none.art ?? <Sign icon={none.icon} />} title={none.title} action={button}>
      {none.detail}
    </Empty>
  );
}

interface LimitedSortProps {
  /** The whole sentence for a list that did not load. */
  title: string;
  /** The limit, and what to do. */
  message: string;
  /** The usual order, which lists of any length have. */
  usual: ListSort | undefined;
  onSort: (value: string) => void;
}

/** A list with more rows than the server sorts by the chosen attribute: to ask again would change nothing. */
export function LimitedSort({ title, message, usual, onSort }: LimitedSortProps) {
  const button = usual && <Clear label={`${m.lists_sort_by()}: ${usual.label}`} onPress={() => onSort(usual.value)} />;
  return (
    <Empty art={<Icon name="sort" size={56} className="text-text3" />} title={title} action={button}>
      {message}
    </Empty>
  );
}

function Clear({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <Button kind="quiet" onPress={onPress}>
      {label}
    </Button>
  );
}

function Sign({ icon }: { icon: IconName | undefined }) {
  if (icon === undefined) return <Lamp size={64} className="text-text3" />;
  return <Icon name={icon} size={64} className="text-text2" />;
}
