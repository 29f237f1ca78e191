// The frame of the pages of one group: loading, not found, not allowed, and the group once it is there.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCan } from '#app/auth/me.ts';
import { NotFound } from '#app/features/shell/error-pages.tsx';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { pageOf } from '#app/features/shell/record-kind.ts';
import { RecordPage } from '#app/features/shell/record-page.tsx';
import { isGone } from '#app/features/shell/is-gone.ts';
import * as m from '#text/messages.js';
import { type Group, groupKind, groupQuery } from './group-kind.ts';
import { GroupTabs } from './group-tabs.tsx';

interface GroupPageProps {
  id: string | undefined;
  /** Draws its own page. */
  children: (group: Group) => ReactNode;
}

/** `children` is drawn with the group. */
export function GroupPage({ id, children }: GroupPageProps) {
  return id === undefined ? <NotFound /> : <Loaded id={id}>{children}</Loaded>;
}

function Loaded({ id, children }: GroupPageProps & { id: string }) {
  const query = useQuery({ ...groupQuery(id), enabled: useCan('group.read') });
  if (query.data) return children(query.data);
  if (isGone(query.error)) return <NotFound />;
  return (
    <RecordPage title={m.groups_title_one()} {...pageOf(groupKind)} tabs={query.isEnabled && <GroupTabs id={id} />}>
      <Unanswered title={m.groups_not_loaded()} forbidden={m.groups_forbidden()} query={query} />
    </RecordPage>
  );
}
