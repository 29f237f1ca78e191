// The magnifier of a phone beside the live dot; a desk has the search in its rail.
import { Icon } from '#app/ui/primitives/icon.tsx';
import * as m from '#text/messages.js';
import { LivePanel } from './live-panel.tsx';
import { isSearching } from './search-state.ts';

export function SearchAndLive() {
  return (
    <span className="flex items-center">
      <button
        type="button"
        className="grid size-11 place-items-center md:hidden"
        aria-label={m.shell_search_all()}
        onClick={() => isSearching.set(true)}
      >
        <Icon name="search" size={24} />
      </button>
      <LivePanel />
    </span>
  );
}
