// The groups of a user as check rows, and the permissions that follow, each with the groups that grant it.
import { useState } from 'react';
import { CheckRow, FieldRows } from '#app/ui/form/field-rows.tsx';
import { PickerList } from '#app/ui/form/picker.tsx';
import { TickMatrix } from '#app/ui/form/tick-matrix.tsx';
import { FactRow, Facts } from '#app/ui/layout/rows.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { useCan } from '#app/auth/me.ts';
import { useOfferedQuery } from '#app/features/groups/group-kind.ts';
import { actionText, modelRows, permissionColumns } from '#app/features/groups/permission-rows.tsx';
import { type PermissionId, idOf } from '#app/features/groups/permission-set.ts';
import { namesText, permissionsSummary } from '#app/features/groups/permission-text.ts';
import { useLossQuestion } from '#app/features/groups/use-loss-question.tsx';
import { Unanswered, UnansweredPart, isLoading } from '#app/features/shell/query-state.tsx';
import { RecordPage } from '#app/features/shell/record-page.tsx';
import { personName } from '#contract/person-name.ts';
import * as m from '#text/messages.js';
import { AccessHead } from './access-head.tsx';
import { accessText } from './access-text.ts';
import { effectiveRights, rightsLines } from './effective-rights.ts';
import { useUserGroups } from './use-user-groups.ts';
import { type User, useGivableGroups, useGroupsQuery, useMayChange, useReadOnlyNote, userPage } from './user-kind.ts';
import { UserPage } from './user-page.tsx';
import { UserTabs } from './user-tabs.tsx';

/** Mount it anew for another user. */
export function UserGroups({ id }: { id: string | undefined }) {
  return <UserPage id={id}>{(user) => <Known user={user} />}</UserPage>;
}

function Known({ user }: { user: User }) {
  const question = useLossQuestion();
  const permissions = useOfferedQuery();
  const offered = permissions.data ?? [];
  const givable = useGivableGroups();
  const groups = useGroupsQuery();
  // All groups are read before one is left, to say what the user loses.
  const [mayChange, mayDestroy, seesGroups] = [useMayChange(user), useCan('usergroup.destroy'), useCan('group.read')];
  const mayRemove = mayChange && mayDestroy && seesGroups;
  const mayPut = (group: string, on: boolean) => (on ? givable.some(({ id }) => id === group) : mayRemove);
  const { rows, put } = useUserGroups(user, question, mayPut);
  const others = givable.filter(({ id }) => !rows.some((row) => row.group.id === id && row.isIn));
  const mayAdd = mayChange && others.length > 0;
  const [adding, setAdding] = useState<HTMLElement | null>(null);
  const note = useReadOnlyNote(user);
  const rights = effectiveRights(user.group ?? []);
  const primary = mayAdd && (
    <Button kind="lamp" onPress={setAdding}>
      <Icon name="plus" />
      {m.users_add_to_group()}
    </Button>
  );
  const choose = (id: string) => {
    const group = givable.find((one) => one.id === id);
    if (group) void put({ id, name: group.name }, true, adding);
  };
  return (
    <RecordPage title={personName(user)} {...userPage()} tabs={<UserTabs user={user} />} primary={primary}>
      {user.group && (
        <AccessHead id="groups" rows={groupRows(user)}>
          {accessText(
            user.firstName || personName(user),
            [...rights.keys()],
            user.allOrganizations ? 'all' : user.organizations.length,
          )}
        </AccessHead>
      )}
      {note !== null && <p className="px-4 pb-3 text-text2">{note}</p>}
      {rows.length > 0 && !isLoading(permissions) && (
        <GroupRows
          rows={rows}
          user={user}
          offered={offered}
          onPut={mayRemove ? (group, on) => void put(group, on, null) : null}
        />
      )}
      <UnansweredPart title={m.groups_list_not_loaded()} query={groups} />
      {user.group && permissions.data ? (
        <Rights rights={rights} offered={offered} />
      ) : (
        <Unanswered title={m.shell_not_loaded_page()} forbidden={m.groups_forbidden()} query={permissions} />
      )}
      <Sheet open={adding !== null} onClose={() => setAdding(null)} title={m.users_add_to_group()} anchor={adding}>
        <PickerList
          label={m.shell_place_groups()}
          value=""
          options={others.map(({ id, name, permissions }) => ({
            value: id,
            label: name,
            note: permissionsSummary(permissions.map(idOf), offered),
          }))}
          onChoose={choose}
        />
      </Sheet>
      {question.sheet}
    </RecordPage>
  );
}

/** The groups for the download. */
const groupRows = ({ group = [] }: User) =>
  group.map(({ id, name, permissions }) => ({ id, name, permissions: permissions.map(idOf).join(' ') }));

interface GroupRowsProps {
  rows: ReturnType<typeof useUserGroups>['rows'];
  user: User;
  offered: readonly PermissionId[];
  /** Null: the reader may not change it. */
  onPut: ((group: { id: string; name: string }, on: boolean) => void) | null;
}

function GroupRows({ rows, user, offered, onPut }: GroupRowsProps) {
  const summaryOf = (id: string): string => {
    const known = user.group?.find((group) => group.id === id);
    return known ? permissionsSummary(known.permissions.map(idOf), offered) : '';
  };
  if (onPut === null)
    return (
      <Facts>
        {rows.map(({ group: { id, name } }) => (
          <FactRow key={id} icon="lock" term={name} note={summaryOf(id)} />
        ))}
      </Facts>
    );
  return (
    <FieldRows label={m.shell_place_groups()}>
      {rows.map(({ group, isIn }) => (
        <CheckRow
          key={group.id}
          label={group.name}
          hint={summaryOf(group.id)}
          checked={isIn}
          onChange={(on) => onPut(group, on)}
        />
      ))}
    </FieldRows>
  );
}

interface RightsProps {
  rights: ReturnType<typeof effectiveRights>;
  offered: readonly PermissionId[];
}

/** The effective permissions; a name unfolds to the groups that grant each. */
function Rights({ rights, offered }: RightsProps) {
  return (
    <TickMatrix
      label={m.users_effective()}
      corner={m.groups_may()}
      cornerNote={m.users_by_which_group()}
      columns={permissionColumns()}
      rows={modelRows(offered).map(({ model, label, offered: all, main, more }) => {
        const groups = [...new Set(all.flatMap((id) => rights.get(id) ?? []))];
        return {
          id: model,
          label,
          note: groups.length === 0 ? m.groups_note_nothing() : namesText(groups),
          cells: main.map((id) => (id === null ? null : rights.has(id))),
          details: rightsLines([...main.filter((id) => id !== null), ...more], rights).map(({ ids, groups: by }) => ({
            term: ids.map(actionText).join(', '),
            value: by.length === 0 ? m.users_no_granting_group() : namesText(by),
            isNone: by.length === 0,
          })),
        };
      })}
    />
  );
}
