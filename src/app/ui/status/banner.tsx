// The age banner: hatched, and shown as long as the page shows cached data.
import type { ReactNode } from 'react';
import { Icon, type IconName } from '#app/ui/primitives/icon.tsx';
import styles from './banner.module.css';

type BannerProps = { title: ReactNode; detail?: ReactNode; icon?: IconName; children?: ReactNode };

/** "As of 02:58, 14 min ago" with one line below it; children stand at its end. */
export function Banner({ title, detail, icon = 'clock', children }: BannerProps) {
  return (
    <div className={styles.banner} role="note">
      <Icon name={icon} size={26} />
      <div className="min-w-0 flex-1">
        <b>{title}</b>
        {detail && <span>{detail}</span>}
      </div>
      {children}
    </div>
  );
}
