// The part of a scroller that is in sight, followed as it scrolls and as the page changes its layout.

/** On the root element while a list scrolls: pauses the live dot (live-dot.module.css). */
const SCROLLING = 'data-scrolling';
/** A scroll has ended when it stood for this long, ms. */
const STOOD_MS = 150;

/** The part of a scroller's content that is in sight, in px. */
export interface Sight {
  readonly top: number;
  readonly height: number;
  /** From the top of the content to the list. */
  readonly margin: number;
}

/** Reports the sight at once and after each change, until the function that it returns is called. */
export function followSight(scroller: HTMLElement, list: HTMLElement, onSight: (sight: Sight) => void): () => void {
  const root = document.documentElement;
  let sight: Sight = { top: 0, height: 0, margin: 0 };
  let timer = 0;
  const report = (next: Partial<Sight>) => {
    sight = { ...sight, top: scroller.scrollTop, ...next };
    onSight(sight);
  };
  const measure = () => {
    const top = list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
    report({ height: scroller.clientHeight, margin: Math.round(top) });
  };
  const stand = () => root.removeAttribute(SCROLLING);
  const scroll = () => {
    root.toggleAttribute(SCROLLING, true);
    window.clearTimeout(timer);
    timer = window.setTimeout(stand, STOOD_MS);
    report({});
  };
  measure();
  scroller.addEventListener('scroll', scroll, { passive: true });
  const watch = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure);
  watch?.observe(scroller);
  watch?.observe(scroller.firstElementChild ?? scroller);
  return () => {
    watch?.disconnect();
    scroller.removeEventListener('scroll', scroll);
    window.clearTimeout(timer);
    stand();
  };
}
