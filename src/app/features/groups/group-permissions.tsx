// The permissions of a group: the matrix as a form, or to read for those who may not change the group.
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { formFields } from '#app/ui/form/form-fields.tsx';
import type { FieldTable } from '#app/ui/form/form-types.ts';
import type { RecordForm } from '#app/ui/form/use-record-form.ts';
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import type { Input } from '#app/api/types.ts';
import { flash } from '#app/device/flash.ts';
import { useMe } from '#app/auth/me.ts';
import { FormPage } from '#app/features/shell/form-page.tsx';
import { pageOf } from '#app/features/shell/record-kind.ts';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { RecordPage } from '#app/features/shell/record-page.tsx';
import { useAllowed } from '#app/features/shell/record-allowed.ts';
import { useAppForm } from '#app/features/shell/use-app-form.ts';
import { group as groupEntity } from '#contract/group.ts';
import * as m from '#text/messages.js';
import { GroupPage } from './group-page.tsx';
import { GroupTabs } from './group-tabs.tsx';
import { type Group, allGroups, groupKind, readOnlyNote, useOfferedQuery } from './group-kind.ts';
import { effectOf, withGroup } from './permission-effect.ts';
import { PermissionMatrix } from './permission-matrix.tsx';
import { type PermissionId, difference, grantOf, idOf, sorted } from './permission-set.ts';
import { PermissionTicks } from './permission-ticks.tsx';
import { useLossQuestion } from './use-loss-question.tsx';

/** Mount it anew for another group. */
export function GroupPermissions({ id }: { id: string | undefined }) {
  return <GroupPage id={id}>{(group) => <Known group={group} />}</GroupPage>;
}

function Known({ group }: { group: Group }) {
  const me = useMe();
  const query = useOfferedQuery();
  const mayUpdate = useAllowed(groupKind, 'update', group);
  const offered = query.data;
  // Before they are known each preset would be empty, and take every permission away.
  if (mayUpdate && offered) return <PermissionsForm group={group} offered={offered} />;
  return (
    <RecordPage title={group.name} {...pageOf(groupKind)} tabs={<GroupTabs id={group.id} />}>
      {me && !mayUpdate && <p className="px-4 pt-4 pb-3 text-text2">{readOnlyNote(me)}</p>}
      {offered ? (
        <PermissionTicks held={group.permissions.map(idOf)} offered={offered} />
      ) : (
        <Unanswered title={m.shell_not_loaded_page()} query={query} />
      )}
    </RecordPage>
  );
}

interface PermissionValues {
  permissions: PermissionId[];
}

const Field = formFields<PermissionValues>();
const fieldsOf = (): FieldTable<PermissionValues> => ({
  permissions: {
    label: m.groups_tab_permissions(),
    short: m.groups_permissions_short(),
    text: (ids) => m.groups_permissions({ count: ids.length }),
    normalize: sorted,
  },
});
const read = ({ permissions }: Group): PermissionValues => ({ permissions: sorted(permissions.map(idOf)) });
type Changes = Partial<Input<'group', 'update'>>;
const toInput = ({ permissions }: Partial<PermissionValues>): Changes =>
  permissions === undefined ? {} : { permissions: permissions.map(grantOf) as NonNullable<Changes['permissions']> };

/** All groups as they are now; an answer of a minute ago would name the wrong people. */
const freshGroups = () => queryClient.fetchQuery({ ...allGroups, staleTime: 0 });

function PermissionsForm({ group, offered }: { group: Group; offered: readonly PermissionId[] }) {
  const { id, name } = group;
  const [fields] = useState(fieldsOf);
  const question = useLossQuestion();
  // Known before the first press on Save; the answer at that press decides.
  useQuery(allGroups);
  const form = useAppForm<PermissionValues, Group, Changes>({
    id: `group-permissions-${id}`,
    record: group,
    read,
    fields,
    schema: groupEntity.calls.update.input,
    toInput,
    save: async (input, seen) => {
      const saved = await api.group.update({ ...input, id }, { ifMatch: seen.editedAt });
      flash('positive', m.forms_saved_name({ name }));
      return saved;
    },
    reload: useCallback(() => api.group.get({ id }), [id]),
  });
  const { confirmLoss } = question;
  const newest = useRef(form.values);
  newest.current = form.values;
  const submit: RecordForm['submit'] = async (leaving) => {
    const groups = await freshGroups().then(
      ({ rows }) => rows,
      // Without the others every loss is named: rather one name too many than one too few.
      () => [group],
    );
    // Read after the wait: these are the values that are saved.
    const next = newest.current.permissions.map(grantOf);
    const agreed = await confirmLoss(effectOf(groups, withGroup(groups, id, { permissions: next })), m.actions_save());
    return agreed && form.submit(leaving);
  };
  const saved = read(group).permissions;
  const { given, taken } = difference(saved, form.values.permissions);
  return (
    <FormPage
      form={{ ...form, submit }}
      title={name}
      {...pageOf(groupKind)}
      tabs={<GroupTabs id={id} />}
      save={m.groups_save_permissions()}
      status={m.groups_status({ count: given.length + taken.length, given: given.length, taken: taken.length })}
    >
      <form
        id={form.formId}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field.Own
          name="permissions"
          render={({ value, onChange, below }) => (
            <>
              <PermissionMatrix saved={saved} value={value} offered={offered} onChange={onChange} />
              {below}
            </>
          )}
        />
      </form>
      {question.sheet}
    </FormPage>
  );
}
