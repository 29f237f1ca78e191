// The skip link, first in the page.
import * as m from '#text/messages.js';

/** First in the page: jumps over the navigation. */
export function SkipLink() {
  return (
    <a
      className="absolute start-3 top-[calc(8px+env(safe-area-inset-top))] z-20 rounded-control bg-lamp px-4 py-3 font-[650] text-onlamp not-focus:-translate-y-[200%]"
      href="#content"
    >
      {m.ui_skip()}
    </a>
  );
}
