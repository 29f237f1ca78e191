// Shown instead of rows: why a list is empty, and one action.
import type { ReactNode } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Lamp } from '#app/ui/primitives/logo.tsx';
import { Empty } from '#app/ui/status/empty.tsx';

interface ListEmptyProps {
  /** The search text; '' for none. */
  find: string;
  /** True if a filter excludes rows. */
  filtered: boolean;
  /** Replaces the picture while a filter is on. */
  art?: ReactNode;
  titles: { none: string; noneFound: string; noneFiltered: string };
  facts: { none: string; noneFound: string; noneFiltered: string };
  clear: { search: string; filter: string; run: () => void };
  add?: { label: string; run: () => void } | undefined;
}

/** The reason why the list is empty: no records, no match of the search, or none of the filter. */
export function ListEmpty({ find, filtered, art, titles, facts, clear, add }: ListEmptyProps) {
  if (find === '' && !filtered) {
    const button = add && (
      <Button kind="lamp" onPress={add.run}>
        <Icon name="plus" />
        {add.label}
      </Button>
    );
    return (
      <Empty art={<Lamp size={64} className="text-text3" />} title={titles.none} action={button}>
        {facts.none}
      </Empty>
    );
  }
  const kind = find === '' ? 'noneFiltered' : 'noneFound';
  return (
    <Empty
      art={find === '' && art !== undefined ? art : <Icon name="search" size={56} className="text-text3" />}
      title={titles[kind]}
      action={
        <Button kind="quiet" onPress={clear.run}>
          {find === '' ? clear.filter : clear.search}
        </Button>
      }
    >
      {facts[kind]}
    </Empty>
  );
}
