// The found items in their groups, as options of the search field.
import { pageDirection } from '#app/ui/primitives/direction.ts';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import css from './palette.module.css';
import { partsOf } from './matches.ts';
import { type Item, noteOf } from './search-hits.ts';
import type { ItemGroup } from './use-items.ts';
import * as m from '#text/messages.js';

interface ResultsProps {
  id: string;
  groups: readonly ItemGroup[];
  chosen: Item | undefined;
  /** The typed words, which are underlined in the labels. */
  term: string;
  busy: boolean;
  onOpen: (item: Item) => void;
}

/** The focus stays in the field, which names the chosen option. */
export function Results({ id, groups, chosen, term, busy, onOpen }: ResultsProps) {
  const all = groups.flatMap(({ items }) => items);
  return (
    <div id={id} role="listbox" aria-label={m.search_results()} aria-busy={busy}>
      {groups.map(({ label, items }) => (
        <div key={label} role="group" aria-label={label}>
          <p className={css['title']} aria-hidden="true">
            {label}
          </p>
          {items.map((item) => (
            <div
              key={item.key}
              id={`${id}-${all.indexOf(item)}`}
              role="option"
              aria-selected={item === chosen}
              tabIndex={-1}
              className={css['option']}
              onClick={() => onOpen(item)}
            >
              {item.mark ? (
                <Mark kind={item.mark} size={22} />
              ) : (
                <Icon name={item.icon} size={22} className="text-text3" />
              )}
              <span>
                {/* An action is a sentence: one that begins with an Arabic name runs as the page does. */}
                <bdi {...(item.kind === 'action' && { dir: pageDirection() })}>
                  {partsOf(item.label, term).map(({ text, isMatch }, place) =>
                    isMatch ? <u key={place}>{text}</u> : text,
                  )}
                </bdi>
              </span>
              {noteOf(item) !== '' && (
                <small>
                  <bdi>{noteOf(item)}</bdi>
                </small>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
