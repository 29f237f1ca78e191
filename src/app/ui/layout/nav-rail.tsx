// The rail of a desk: the tabs and what More holds, a glance on top, the account and the connection at the foot.
import { Fragment, type ReactNode } from 'react';
import { Badge } from '#app/ui/primitives/badge.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { useLink } from '#app/ui/primitives/link.tsx';
import { Lamp } from '#app/ui/primitives/logo.tsx';
import { Mark, type MarkKind } from '#app/ui/primitives/mark.tsx';
import styles from './nav-rail.module.css';
import type { TabItem } from './tab-bar.tsx';
import * as m from '#text/messages.js';

/** A tab, or a quiet count beside it. */
export type NavRailItem = TabItem & { note?: string };

type NavRailProps = {
  brand: string;
  groups: NavRailItem[][];
  glance?: { kind: MarkKind; title: string; note: string; hollow?: boolean };
  /** The button of the search across everything, with its key. */
  search: { label: string; keys: string; onPress: () => void };
  /** At the foot, above `end`. */
  account: NavRailItem[];
  /** Last in the rail: the live dot. */
  end?: ReactNode;
  stale?: boolean;
};

/** Navigation at 1024 px and more. */
export function NavRail({ brand, groups, glance, search, account, end, stale = false }: NavRailProps) {
  return (
    <nav className={styles.rail} aria-label={m.ui_navigation()}>
      <span className={styles.brand}>
        <Lamp size={28} />
        <span>{brand}</span>
      </span>
      {glance && (
        <div className={styles.glance}>
          <Mark
            kind={glance.kind}
            size={36}
            hollow={glance.hollow === true}
            {...(stale && { className: 'text-text3' })}
          />
          <div>
            <b>{glance.title}</b>
            <span>{glance.note}</span>
          </div>
        </div>
      )}
      <button type="button" className={`${styles.item} ${styles.search}`} onClick={search.onPress}>
        <Icon name="search" size={22} />
        <span className={styles.label}>{search.label}</span>
        <kbd className={styles.note}>{search.keys}</kbd>
      </button>
      {groups.map((items, i) => (
        <Fragment key={items[0]?.to ?? i}>
          {i > 0 && <hr />}
          <Items items={items} stale={stale} />
        </Fragment>
      ))}
      <div className={styles.foot}>
        <Items items={account} stale={stale} />
        {end}
      </div>
    </nav>
  );
}

function Items({ items, stale }: { items: NavRailItem[]; stale: boolean }) {
  const Link = useLink();
  return items.map((item) => (
    <Link
      key={item.to}
      to={item.to}
      {...(styles.item && { className: styles.item })}
      {...(item.current && { 'aria-current': 'page' as const })}
    >
      <Icon name={item.icon} size={22} />
      <span className={styles.label}>
        {/* The label of a person without a name is an email: a line may break before its "@". */}
        {item.label.split(/(?=@)/).map((part, index) => (
          <Fragment key={part}>
            {index > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </span>
      {item.badge !== undefined && (
        <Badge
          count={item.badge}
          stale={stale}
          className={styles.badge}
          {...(item.badgeLabel && { label: item.badgeLabel })}
        />
      )}
      {item.note && <span className={styles.note}>{item.note}</span>}
    </Link>
  ));
}
