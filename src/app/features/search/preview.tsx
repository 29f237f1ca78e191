// The chosen item beside the list, with the pages of its record; from 1100 px.
import { Button } from '#app/ui/primitives/button.tsx';
import * as m from '#text/messages.js';
import type { Item } from './search-hits.ts';

interface PreviewProps {
  item: Item;
  onOpen: (item: Item, to?: string) => void;
}

export function Preview({ item, onOpen }: PreviewProps) {
  const { label, group, note, actions } = item;
  return (
    <section
      aria-label={m.search_preview()}
      className="hidden w-80 flex-none flex-col gap-2 overflow-y-auto border-s border-line p-4 min-[1100px]:flex"
    >
      <p className="text-secondary text-text3">{group}</p>
      <h2 className="text-[1.5rem]/[1.2] font-bold tracking-[-0.022em] wrap-anywhere">
        <bdi>{label}</bdi>
      </h2>
      {note !== '' && (
        <p className="wrap-anywhere text-text2">
          <bdi>{note}</bdi>
        </p>
      )}
      <div className="mt-3 flex flex-col gap-2">
        <Button kind="lamp" wide size="medium" onPress={() => onOpen(item)}>
          {item.run ? m.search_run() : m.search_key_open()}
        </Button>
        {actions.map((action) => (
          <Button key={action.to} wide size="medium" onPress={() => onOpen(item, action.to)}>
            {action.label}
          </Button>
        ))}
      </div>
    </section>
  );
}
