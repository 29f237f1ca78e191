// One page: a scroller between what is on top and the one bar at the bottom.
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { cx } from '#app/ui/primitives/cx.ts';
import { TitleText } from '#app/ui/primitives/title-text.tsx';
import styles from './screen.module.css';

const ScrollContext = createContext<HTMLElement | null | undefined>(undefined);

/** The element that scrolls around a part: null until it is on the page, undefined where the window scrolls. */
export function useScroller(): HTMLElement | null | undefined {
  return useContext(ScrollContext);
}

type ScreenProps = {
  /** The h1. Leave it out where the content draws its own (glance, object head). */
  title?: ReactNode;
  /** At the end of the title line: the live dot. */
  end?: ReactNode;
  /** Above the title: breadcrumb, sky, page tabs, the head of a record with its buttons. */
  header?: ReactNode;
  children: ReactNode;
  /** Docked above the bar: filters, search, the one big button. */
  dock?: ReactNode;
  /** `soft` fades what scrolls under the dock, `line` draws a hairline, `bare` has no padding. */
  dockKind?: 'soft' | 'line' | 'bare';
  /** Tab bar, action bar or save bar. */
  bar?: ReactNode;
  /** Drawn over the top of the content, below `header` and `title`: the flash. */
  flash?: ReactNode;
  /** `deep` is water all the way down. */
  ground?: 'bg' | 'deep';
  /** The maximum width of the content on a desk: 1120 px by default, 640 px for a form, or the width of the pane. */
  measure?: 'pane' | 'form';
  /** The key of the stored scroll position; the router reads it. */
  scrollId?: string;
  /** Inside a pane of a desk only the detail is the main landmark. */
  landmark?: 'main' | 'section';
};

/** As wide as the pane, inside content that keeps the measure: the sky of a page. */
export function FullBleed({ children }: { children: ReactNode }) {
  return <div className="mx-[calc(-1*var(--gutter,0px))]">{children}</div>;
}

type TitleRowProps = { title?: ReactNode; end?: ReactNode; heading?: 'h1' | 'h2' };

/** A large title and what stands at its end. Without a title the end keeps its place. */
export function TitleRow({ title, end, heading: Heading = 'h1' }: TitleRowProps) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-end gap-x-1.5 px-4 pt-1.5 pb-2.5 md:pt-4">
      {title !== undefined ? (
        // Words wrap before the end does; the end goes below a word that leaves it no room.
        <Heading className="max-w-full grow basis-2/5 text-[min(2rem,max(8vw,1.125rem))]/[1.1] font-bold tracking-[-0.028em] wrap-break-word">
          <TitleText text={title} />
        </Heading>
      ) : (
        <span />
      )}
      {end}
    </div>
  );
}

let visited = false;

/** A page. After a navigation its h1 takes focus, so a screen reader says where it is. */
export function Screen(props: ScreenProps) {
  const { title, end, header, children, dock, dockKind, bar, flash, ground = 'bg', scrollId = 'main' } = props;
  const look = cx(styles.screen, ground === 'deep' && styles.deep, props.measure && styles[props.measure]);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [follows] = useState(() => visited);
  const Landmark = props.landmark ?? 'main';
  useFocusTitle(scroller);
  const dockLook = dockKind === 'bare' ? '' : cx(styles.padded, dockKind && styles[dockKind]);
  return (
    <Landmark className={look} tabIndex={-1} {...(Landmark === 'main' && { id: 'content' })}>
      <div ref={setScroller} className={styles.scroller} tabIndex={-1} data-scroll-restoration-id={scrollId}>
        <ScrollContext value={scroller}>
          <div className={cx(styles.content, follows && styles.follows)}>
            {header}
            {(title !== undefined || end !== undefined) && <TitleRow title={title} end={end} />}
            {flash}
            {children}
          </div>
        </ScrollContext>
      </div>
      {dock && <div className={cx(styles.dock, dockLook)}>{dock}</div>}
      {bar}
    </Landmark>
  );
}

/** Focuses the h1 inside when a navigation drew it; not on the first page, under a sheet, or away from what is being typed. */
export function useFocusTitle(within: HTMLElement | null): void {
  useEffect(() => {
    if (!within) return;
    const h1 = within.querySelector('h1');
    if (h1) h1.tabIndex = -1;
    const elsewhere = document.querySelector('dialog[open], input:focus, textarea:focus, select:focus');
    if (visited && !elsewhere) h1?.focus({ preventScroll: true });
    // After whatever else this navigation drew.
    setTimeout(() => (visited = true));
  }, [within]);
}
