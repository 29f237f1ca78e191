// The inside of a row of a user: initials, name and last use, groups and organizations, and how alarms reach the user.
import { cx } from '#app/ui/primitives/cx.ts';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { personName } from '#contract/person-name.ts';
import { type Reach, groupsText, initials, organizationsText, seenText } from './user-text.ts';
import type { User } from './user-kind.ts';

/** The letters of a person in a box. */
export function Initials({ user, large = false }: { user: Parameters<typeof initials>[0]; large?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid flex-none place-items-center overflow-hidden rounded-control bg-s2 font-[650] text-text2',
        large ? 'size-13 text-[min(1.0625rem,22px)]' : 'size-10.5 text-[min(0.9375rem,18px)]',
      )}
    >
      {initials(user)}
    </span>
  );
}

/** "Night shift, 4 organizations". Long groups are cut at their own end, before the organizations. */
export function Places({ user }: { user: Pick<User, 'groups' | 'organizations' | 'allOrganizations'> }) {
  return (
    <span className="flex whitespace-pre">
      <span dir="auto" className="truncate">
        {groupsText(user)}
      </span>
      <span className="max-w-3/4 shrink-0 truncate">, {organizationsText(user)}</span>
    </span>
  );
}

interface UserRowProps {
  user: User;
  reach: Reach;
  /** ms. */
  now: number;
  stale: boolean;
}

/** 96 px high. */
export function UserRow({ user, reach, now, stale }: UserRowProps) {
  return (
    <span data-plain="" className={cx('flex h-full items-center gap-3.5 px-4 text-start', stale && 'text-text2')}>
      <Initials user={user} />
      <span className="block min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-2.5 overflow-hidden">
          <b className="flex min-w-0 flex-[1_1_5rem] text-[1.125rem] font-[650] tracking-[-0.012em] whitespace-nowrap">
            <span dir="auto" className="truncate">
              {personName(user)}
            </span>
          </b>
          <span className="text-secondary whitespace-nowrap text-text3">{seenText(user, now)}</span>
        </span>
        <span className="block text-secondary text-text3">
          <Places user={user} />
        </span>
        <span
          className={cx(
            'flex items-center gap-2 text-secondary',
            reach.isBad && !stale ? 'font-[650] text-misstext' : 'text-text2',
          )}
        >
          <Icon name={reach.icon} size={18} className="flex-none" />
          <span className="truncate">{reach.text}</span>
        </span>
      </span>
    </span>
  );
}
