// The tab bar: the waterline again; the chosen tab hangs its lamp from it.
import { Icon, type IconName } from '#app/ui/primitives/icon.tsx';
import { useLink } from '#app/ui/primitives/link.tsx';

/** A place to go. `badge` is a count; zero shows nothing. */
export type TabItem = {
  to: string;
  label: string;
  icon: IconName;
  current?: boolean;
  badge?: number;
  /** What the badge counts, for screen readers: "3 open". */
  badgeLabel?: string;
};

/** A count in a pill; hollow while it is only remembered. */
export function Badge({ count, label, stale = false }: { count: number; label?: string; stale?: boolean }) {
  if (count <= 0) return null;
  return (
    <span className={`badge ${stale ? 'badge-stale' : ''}`}>
      <span aria-hidden={label ? true : undefined}>{count > 99 ? '99+' : count}</span>
      {label && <span className="vh">{label}</span>}
    </span>
  );
}

type TabBarProps = { items: TabItem[]; stale?: boolean };

/** The bar at the bottom of every root page on a phone. */
export function TabBar({ items, stale = false }: TabBarProps) {
  const Link = useLink();
  return (
    <nav className="tabs" aria-label="Main">
      {items.map((item) => (
        <Link key={item.to} to={item.to} {...(item.current && { 'aria-current': 'page' as const })}>
          <Icon name={item.icon} size={26} />
          <span>{item.label}</span>
          {item.badge !== undefined && (
            <Badge count={item.badge} stale={stale} {...(item.badgeLabel && { label: item.badgeLabel })} />
          )}
        </Link>
      ))}
    </nav>
  );
}
