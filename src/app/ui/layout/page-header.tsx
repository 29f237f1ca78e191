// The top of a page: brand, breadcrumb, the head of one thing, the tabs inside it.
import { useLayoutEffect, type ReactNode } from 'react';
import { useWidth } from '#app/ui/hooks/use-width.ts';
import { scrollToMiddle } from '#app/ui/primitives/scroll-to-middle.ts';
import { Flag } from '#app/ui/primitives/flag.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { useLink } from '#app/ui/primitives/link.tsx';
import { Lamp } from '#app/ui/primitives/logo.tsx';
import { toneOf, toneText, type MarkKind } from '#app/ui/primitives/mark.tsx';
import { LONG } from '#app/ui/primitives/clamp.ts';
import { TitleText } from '#app/ui/primitives/title-text.tsx';
import { cx } from '#app/ui/primitives/cx.ts';
import styles from './page-header.module.css';
import * as m from '#text/messages.js';

/** The brand line of the home page. */
export function TopBar({ brand, end }: { brand: string; end?: ReactNode }) {
  return (
    <header className="flex min-h-12 items-center justify-between px-4 lg:min-h-5">
      <span className="flex min-w-0 items-center gap-[9px] font-[650] tracking-[-0.01em] lg:hidden">
        <Lamp size={26} className="flex-none text-lamp" />
        <span className="truncate">{brand}</span>
      </span>
      {end}
    </header>
  );
}

/** A step of a breadcrumb. */
export type CrumbStep = { to?: string; label: string };

/** The path from the parent pages to this one. */
export function Crumb({ steps, end }: { steps: readonly CrumbStep[]; end?: ReactNode }) {
  const Link = useLink();
  return (
    <div className={styles.crumb}>
      <nav aria-label={m.ui_breadcrumb()} className="min-w-0 flex-1">
        <ol>
          {steps.map(({ to, label }, i) => (
            <li key={label}>
              {i > 0 && <Icon name="right" size={16} />}
              {to === undefined ? (
                <span dir="auto" className="truncate px-2" title={label}>
                  {label}
                </span>
              ) : (
                <Link to={to}>
                  <span dir="auto" className="truncate" title={label}>
                    {label}
                  </span>
                </Link>
              )}
            </li>
          ))}
        </ol>
      </nav>
      {end}
    </div>
  );
}

type ObjectHeaderProps = {
  name: string;
  kind?: MarkKind;
  word?: string;
  note?: string;
  quiet?: boolean;
  stale?: boolean;
  /** `h2` where the page has a title of its own. */
  heading?: 'h1' | 'h2';
};

/** The head of one thing: its flag, its name, its state as text. A very long name is set smaller, in two lines. */
export function ObjectHeader({
  name,
  kind,
  word,
  note,
  quiet = false,
  stale = false,
  heading: Heading = 'h1',
}: ObjectHeaderProps) {
  return (
    <header className={cx(styles.object, name.length > LONG && styles.long)}>
      {kind && <Flag kind={kind} box quiet={quiet} stale={stale} />}
      <div>
        {note && <span className="text-secondary text-text2">{note}</span>}
        <Heading>
          <TitleText text={name} />
        </Heading>
        {word && <p className={kind && !stale ? toneText[toneOf(kind)] : 'text-text2'}>{word}</p>}
      </div>
    </header>
  );
}

/** A tab inside a page. */
export type SubTab = { to: string; label: string; current?: boolean };

/** Tabs inside a page; the current one scrolls into sight. */
export function SubTabs({ tabs, label }: { tabs: SubTab[]; label: string }) {
  const Link = useLink();
  const [ref, width] = useWidth<HTMLElement>(0);
  const current = tabs.find((t) => t.current)?.to;
  const labels = tabs.map((tab) => tab.label).join();
  useLayoutEffect(() => {
    const tab = ref.current?.querySelector('[aria-current]');
    if (ref.current && tab) scrollToMiddle(ref.current, tab);
  }, [ref, current, labels, width]);
  const fade = () => {
    const nav = ref.current;
    nav?.toggleAttribute('data-more', Math.abs(nav.scrollLeft) + nav.clientWidth < nav.scrollWidth - 2);
  };
  useLayoutEffect(fade);
  return (
    <nav ref={ref} className={styles.tabs} aria-label={label} onScroll={fade}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} {...(tab.current && { 'aria-current': 'page' as const })}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
