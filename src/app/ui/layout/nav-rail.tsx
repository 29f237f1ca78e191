// The rail of a desk: the tabs, what More holds, a glance on top, account and live at the foot.
import { Fragment, type ReactNode } from 'react';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { useLink } from '#app/ui/primitives/link.tsx';
import { Lamp } from '#app/ui/primitives/logo.tsx';
import { Mark, type MarkKind } from '#app/ui/primitives/mark.tsx';
import { Badge, type TabItem } from './tab-bar.tsx';

/** A tab, or a quiet count beside it. */
export type NavRailItem = TabItem & { note?: string };

type NavRailProps = {
  brand: string;
  groups: NavRailItem[][];
  glance?: { kind: MarkKind; title: string; note: string; hollow?: boolean };
  foot?: ReactNode;
  stale?: boolean;
};

/** Navigation at 1024 px and more. */
export function NavRail({ brand, groups, glance, foot, stale = false }: NavRailProps) {
  const Link = useLink();
  return (
    <nav className="rail" aria-label="Main">
      <span className="wm">
        <Lamp size={28} />
        <span>{brand}</span>
      </span>
      {glance && (
        <div className="rail-glance">
          <Mark kind={glance.kind} size={36} hollow={glance.hollow === true} className={stale ? 't3' : ''} />
          <div>
            <b>{glance.title}</b>
            <span>{glance.note}</span>
          </div>
        </div>
      )}
      {groups.map((items, i) => (
        <Fragment key={items[0]?.to ?? i}>
          {i > 0 && <hr />}
          {items.map((item) => (
            <Link key={item.to} to={item.to} {...(item.current && { 'aria-current': 'page' as const })}>
              <Icon name={item.icon} size={22} />
              <span className="lb">{item.label}</span>
              {item.badge !== undefined && (
                <Badge count={item.badge} stale={stale} {...(item.badgeLabel && { label: item.badgeLabel })} />
              )}
              {item.note && <span className="c tn">{item.note}</span>}
            </Link>
          ))}
        </Fragment>
      ))}
      {foot && <div className="ft">{foot}</div>}
    </nav>
  );
}
