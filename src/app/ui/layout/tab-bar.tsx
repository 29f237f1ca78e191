// The tab bar: the waterline again; the chosen tab hangs its lamp from it.
import { Badge } from '#app/ui/primitives/badge.tsx';
import { Icon, type IconName } from '#app/ui/primitives/icon.tsx';
import { useLink } from '#app/ui/primitives/link.tsx';
import styles from './tab-bar.module.css';
import * as m from '#text/messages.js';

/** A place to go. `badge` is a count; zero shows nothing. */
export type TabItem = {
  to: string;
  label: string;
  icon: IconName;
  current?: boolean;
  badge?: number;
  /** The badge as text, for screen readers: "3 open". */
  badgeLabel?: string;
};

type TabBarProps = { items: TabItem[]; stale?: boolean };

/** The bar at the bottom of every root page on a phone. */
export function TabBar({ items, stale = false }: TabBarProps) {
  const Link = useLink();
  return (
    <nav className={styles.tabs} aria-label={m.ui_navigation()}>
      {items.map((item) => (
        <Link key={item.to} to={item.to} {...(item.current && { 'aria-current': 'page' as const })}>
          <Icon name={item.icon} size={26} />
          <span>{item.label}</span>
          {item.badge !== undefined && (
            <Badge
              count={item.badge}
              stale={stale}
              className={styles.badge}
              {...(item.badgeLabel && { label: item.badgeLabel })}
            />
          )}
        </Link>
      ))}
    </nav>
  );
}
