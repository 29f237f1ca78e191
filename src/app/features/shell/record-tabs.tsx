// The pages of one record as tabs below its breadcrumb.
import { useRouterState } from '@tanstack/react-router';
import { SubTabs } from '#app/ui/layout/page-header.tsx';
import { type PermissionName, useMe } from '#app/auth/me.ts';
import { may } from '#contract/permissions.ts';

/** A page of a record; its address gets the id. */
export interface RecordTab {
  readonly path: `/admin/${string}`;
  readonly label: string;
  /** Without this permission there is no such tab. */
  readonly needs?: PermissionName;
}

interface RecordTabsProps {
  /** The name of the record. */
  label: string;
  id: string;
  tabs: readonly RecordTab[];
}

/** The tabs that the user may open. */
export function useOpenTabs(tabs: readonly RecordTab[]): readonly RecordTab[] {
  const me = useMe();
  return tabs.filter(({ needs }) => !needs || (me && may(me, needs)));
}

/** The address of a tab. */
export const tabAddress = ({ path }: RecordTab, id: string): string => `${path}?id=${id}`;

/** The tabs; the page in sight is the current one. */
export function RecordTabs({ label, id, tabs }: RecordTabsProps) {
  const current = useRouterState({ select: (state) => state.location.pathname.replace(/\/$/, '') });
  const own = useOpenTabs(tabs).map((tab) => ({
    to: tabAddress(tab, id),
    label: tab.label,
    current: tab.path === current,
  }));
  return own.length > 0 && <SubTabs label={label} tabs={own} />;
}
