// The pages of one record as tabs below its breadcrumb.
import { useRouterState } from '@tanstack/react-router';
import { SubTabs } from '#app/ui/layout/page-header.tsx';

/** A page of a record; its address gets the id. */
export interface RecordTab {
  readonly path: `/admin/${string}`;
  readonly label: string;
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
  const own = tabs.map(({ path, label: name }) => ({ to: `${path}?id=${id}`, label: name, current: path === current }));
  return <SubTabs label={label} tabs={own} />;
}
