// The pages of one record as tabs below its breadcrumb.
import { useRouterState } from '@tanstack/react-router';
import { SubTabs } from '#app/ui/layout/page-header.tsx';
import { type useCan, useMe } from '#app/auth/me.ts';
import { may } from '#contract/permissions.ts';

/** A page of a record; its address gets the id. */
export interface RecordTab {
  readonly path: `/admin/${string}`;
  readonly label: string;
  /** Without this permission there is no such tab. */
  readonly needs?: Parameters<typeof useCan>[0];
}

interface RecordTabsProps {
  /** The name of the record. */
  label: string;
  id: string;
  tabs: readonly RecordTab[];
}

/** The tabs; the page in sight is the current one. */
export function RecordTabs({ label, id, tabs }: RecordTabsProps) {
  const current = useRouterState({ select: (state) => state.location.pathname });
  const me = useMe();
  const seen = tabs.filter(({ needs }) => !needs || (me && may(me, needs)));
  const own = seen.map(({ path, label: name }) => ({ to: `${path}?id=${id}`, label: name, current: path === current }));
  return <SubTabs label={label} tabs={own} />;
}
