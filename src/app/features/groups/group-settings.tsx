// The settings of a group: its name, and deleting it, which says who loses what.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formFields } from '#app/ui/form/form-fields.tsx';
import { Skeleton } from '#app/ui/status/skeleton.tsx';
import { RecordScreen } from '#app/features/shell/record-screen.tsx';
import { GroupTabs } from './group-tabs.tsx';
import { type Group, allGroups, groupKind } from './group-kind.ts';
import { Losses } from './loss-sheet.tsx';
import { effectOf, withGroup } from './permission-effect.ts';

const Field = formFields<{ name: string }>();

/** Without an id: a new group. Mount it anew for another one. */
export function GroupSettings({ id }: { id: string | undefined }) {
  return (
    <RecordScreen
      kind={groupKind}
      id={id}
      fields={
        <div className="pt-3">
          <Field.Text name="name" maxLength={200} autoComplete="off" />
        </div>
      }
      tabs={id !== undefined && <GroupTabs id={id} />}
      renderDeleting={(group, confirm) => <Deleting group={group}>{confirm}</Deleting>}
    />
  );
}

/** The losses by the groups as they are now, and below them the button. */
function Deleting({ group, children }: { group: Group; children: ReactNode }) {
  const isEmpty = group.users.length === 0;
  const query = useQuery({ ...allGroups, staleTime: 0, enabled: !isEmpty });
  if (isEmpty) return children;
  if (!query.isFetchedAfterMount) return <Skeleton />;
  // Without the others every loss is named: rather one name too many than one too few.
  const groups = query.isSuccess ? query.data.rows : [group];
  return (
    <>
      <Losses effect={effectOf(groups, withGroup(groups, group.id, null))} />
      {children}
    </>
  );
}
