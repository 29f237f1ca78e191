// The invitation of a person: who it is, what the person may then do, and a link by mail to choose a password.
import { useRouter } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { CheckRow, FieldRows, ValueRow } from '#app/ui/form/field-rows.tsx';
import { type OwnField, formFields } from '#app/ui/form/form-fields.tsx';
import { SectionTitle } from '#app/ui/layout/rows.tsx';
import { Chip, Chips } from '#app/ui/primitives/chip.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import type { Input } from '#app/api/types.ts';
import { flash } from '#app/device/flash.ts';
import { useMe } from '#app/auth/me.ts';
import { idOf } from '#app/features/groups/permission-set.ts';
import { OrganizationChoices, type OrganizationRef } from '#app/features/organizations/organization-picker.tsx';
import { NotForYou } from '#app/features/shell/error-pages.tsx';
import { FormPage, Narrow } from '#app/features/shell/form-page.tsx';
import { UnansweredPart } from '#app/features/shell/query-state.tsx';
import { RecordPage } from '#app/features/shell/record-page.tsx';
import { useAppForm } from '#app/features/shell/use-app-form.ts';
import { user as userEntity } from '#contract/user.ts';
import * as m from '#text/messages.js';
import { accessText } from './access-text.ts';
import { USERS, type User, mayInvite, useGivableGroups, useGroupsQuery, userPage } from './user-kind.ts';
import { type InvitationValues, emptyInvitation, invitationFields, invitationInput } from './user-form.ts';
import { NameFields, PersonFields } from './user-fields.tsx';

/** A new user. */
export function Invitation() {
  const me = useMe();
  if (mayInvite(me)) return <InvitationForm everywhere={me?.allOrganizations === true} />;
  return (
    <RecordPage title={m.users_invite()} {...userPage()}>
      <NotForYou />
    </RecordPage>
  );
}

type Groups = ReturnType<typeof useGivableGroups>;

function InvitationForm({ everywhere }: { everywhere: boolean }) {
  const { history } = useRouter();
  const groups = useGivableGroups();
  // The groups may come after the form.
  const fields = useMemo(() => invitationFields((id) => groups.find((group) => group.id === id)?.name ?? ''), [groups]);
  const form = useAppForm<InvitationValues, User | null, Input<'user', 'create'>>({
    id: 'user-new',
    record: null,
    read: useCallback(() => emptyInvitation, []),
    fields,
    schema: userEntity.calls.create.input,
    sendsAll: true,
    toInput: invitationInput,
    save: async (input) => {
      const saved = await api.user.create(input);
      flash('positive', m.users_invitation_sent({ email: saved.email }));
      return saved;
    },
    // Not to the page of the user: it has nothing to do until the link was opened.
    onSaved: () => history.replace(USERS, undefined, { ignoreBlocker: true }),
  });
  const { values } = form;
  const permissions = groups
    .filter(({ id }) => values.groups.includes(id))
    .flatMap((group) => group.permissions.map(idOf));
  return (
    <FormPage
      form={form}
      title={m.users_invite_title()}
      {...userPage()}
      save={m.users_send_invitation()}
      status={accessText(null, permissions, values.allOrganizations ? 'all' : values.organizations.length)}
    >
      <Narrow form={form}>
        <div className="pt-3">
          <NameFields hint={m.users_invite_hint()} />
          <AccessFields groups={groups} everywhere={everywhere} />
          <PersonFields />
        </div>
      </Narrow>
    </FormPage>
  );
}

const Field = formFields<InvitationValues>();

function AccessFields({ groups, everywhere }: { groups: Groups; everywhere: boolean }) {
  return (
    <>
      <UnansweredPart title={m.groups_list_not_loaded()} query={useGroupsQuery()} />
      {groups.length > 0 && <Field.Own name="groups" render={(field) => <GroupChips {...field} groups={groups} />} />}
      <FieldRows>
        {everywhere && (
          <Field.Own
            name="allOrganizations"
            render={({ value, ...field }) => (
              <CheckRow {...field} checked={value} hint={m.users_all_organizations_hint()} />
            )}
          />
        )}
        <Field.Own name="organizations" render={(field) => <OrganizationRows {...field} />} />
      </FieldRows>
    </>
  );
}

function GroupChips({ value, onChange, label, groups }: OwnField<readonly string[]> & { groups: Groups }) {
  const press = (id: string) => onChange(value.includes(id) ? value.filter((one) => one !== id) : [...value, id]);
  return (
    <>
      <SectionTitle>{label}</SectionTitle>
      <div className="pb-3">
        <Chips label={label}>
          {groups.map(({ id, name }) => (
            <Chip key={id} pressed={value.includes(id)} onPress={() => press(id)}>
              {name}
            </Chip>
          ))}
        </Chips>
      </div>
    </>
  );
}

/** The chosen organizations, each with its removal, and a row that adds one. */
function OrganizationRows({ value, onChange, ...shared }: OwnField<readonly OrganizationRef[]>) {
  const [adding, setAdding] = useState<HTMLElement | null>(null);
  const add = (one: OrganizationRef | null) => {
    if (one && !value.some(({ id }) => id === one.id)) onChange([...value, one]);
  };
  // After the last one comes the row that adds.
  const rowId = (index: number) => `${shared.id}${value[index]?.id ?? ''}`;
  return (
    <>
      {value.map((one, index) => (
        <CheckRow
          key={one.id}
          id={rowId(index)}
          label={one.name}
          checked
          onChange={() => {
            // The row goes, and would take the focus with it.
            document.getElementById(rowId(index + 1))?.focus();
            onChange(value.filter(({ id }) => id !== one.id));
          }}
        />
      ))}
      <ValueRow {...shared} label={m.users_add_organization()} value="" onPress={setAdding} />
      <Sheet open={adding !== null} onClose={() => setAdding(null)} title={m.users_add_organization()} anchor={adding}>
        <OrganizationChoices value={null} onChoose={add} />
      </Sheet>
    </>
  );
}
