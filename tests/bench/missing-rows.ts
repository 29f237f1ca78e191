// The part of a list's sight that has no rows while it is scrolled: the compositor scrolls on while the main thread prepares them.
import type { Page } from 'playwright-core';

/** `window.missingRows` in the page. */
interface Followed {
  missingRows: { most: number; last: Frame | null };
}

interface Frame {
  /** Ms. */
  begun: number;
  ended: number;
  scrollTop: number;
  /** Of the scroller, the list and its rows at the frame's begin, px. */
  sight: { top: number; bottom: number };
  list: { top: number; bottom: number };
  rows: { top: number; bottom: number };
  /** The height of a title that sticks to the top of the sight, px. */
  covered: number;
}

/**
 * In the page: notes at each frame of a scroll how far the sight went past the rows, in px. The screen has the rows of a
 * frame's begin until the frame ends; where the scroll was then is known by the next one.
 */
function follow(): void {
  const noted: Followed['missingRows'] = { most: 0, last: null };
  Object.assign(window, { missingRows: noted });
  // Functions without a name: tsx would call its own helper for named ones, which the page does not have.
  document.addEventListener(
    'scroll',
    ({ target }) => {
      const scroller = target as HTMLElement;
      const list = scroller.querySelector('[data-position]')?.parentElement;
      if (!list) return;
      const { scrollTop } = scroller;
      const now = performance.now();
      const { last } = noted;
      if (last) {
        const share = Math.min(1, (last.ended - last.begun) / (now - last.begun));
        const moved = (scrollTop - last.scrollTop) * share;
        const below = Math.min(last.sight.bottom + moved, last.list.bottom) - last.rows.bottom;
        const above = last.rows.top - Math.max(last.sight.top + moved, last.list.top) - last.covered;
        noted.most = Math.max(noted.most, below, above);
      }
      const places = [...list.children].map((row) => row.getBoundingClientRect());
      const stuck = [...list.children].findIndex((row) => (row as HTMLElement).style.top === '');
      const covered = places[stuck]?.height ?? 0;
      const others = places.filter((_, index) => index !== stuck);
      const top = Math.min(...others.map((place) => place.top));
      const bottom = Math.max(...others.map((place) => place.bottom));
      const rows = { top, bottom };
      const sight = scroller.getBoundingClientRect();
      const frame = { scrollTop, sight, list: list.getBoundingClientRect(), rows, covered };
      const begun: Frame = { begun: now, ended: Infinity, ...frame };
      noted.last = begun;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => void (begun.ended = performance.now());
        port2.postMessage(null);
      });
    },
    { capture: true, passive: true },
  );
}

export const followMissingRows = (page: Page): Promise<void> => page.evaluate(follow);

/** The most px without rows since the last call. The next frame begins another scroll. */
export const mostMissing = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const noted = (window as unknown as Followed).missingRows;
    const { most } = noted;
    Object.assign(noted, { most: 0, last: null });
    return most;
  });
