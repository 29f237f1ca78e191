// The settings of a user: the person, alarms, password; below them sign-in links, deactivating and deleting.
import { useState } from 'react';
import { FieldTexts } from '#app/ui/form/field-texts.tsx';
import { formFields } from '#app/ui/form/form-fields.tsx';
import { SectionTitle } from '#app/ui/layout/rows.tsx';
import { api } from '#app/api/client.ts';
import type { Input } from '#app/api/types.ts';
import { flash } from '#app/device/flash.ts';
import { useMe } from '#app/auth/me.ts';
import { ActivityLink } from '#app/features/shell/activity-link.tsx';
import { FormPage, Narrow } from '#app/features/shell/form-page.tsx';
import { RecordPage } from '#app/features/shell/record-page.tsx';
import { useAppForm } from '#app/features/shell/use-app-form.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from '#contract/password.ts';
import { personName } from '#contract/person-name.ts';
import { user as userEntity } from '#contract/user.ts';
import * as m from '#text/messages.js';
import { Invitation } from './invitation.tsx';
import { UserActs } from './user-acts.tsx';
import { UserFacts } from './user-facts.tsx';
import { type UserValues, readUser, userFields, userInput } from './user-form.ts';
import { NameFields, PersonFields } from './user-fields.tsx';
import { type User, useMayChange, useReadOnlyNote, userPage } from './user-kind.ts';
import { UserPage } from './user-page.tsx';
import { UserTabs } from './user-tabs.tsx';

/** Without an id: the invitation of a new one. Mount it anew for another user. */
export function UserSettings({ id }: { id: string | undefined }) {
  if (id === undefined) return <Invitation />;
  return <UserPage id={id}>{(user, onDeleting) => <Known user={user} onDeleting={onDeleting} />}</UserPage>;
}

interface KnownProps {
  user: User;
  onDeleting: (user: User | null) => void;
}

function Known({ user, onDeleting }: KnownProps) {
  const note = useReadOnlyNote(user);
  if (useMayChange(user)) return <UserForm user={user} onDeleting={onDeleting} />;
  return (
    <RecordPage title={personName(user)} {...userPage()} tabs={<UserTabs user={user} />}>
      <UserFacts user={user} />
      <FieldTexts fields={userFields()} values={readUser(user)} note={note ?? ''} />
      <ActivityLink record={user} person={personName(user)} />
    </RecordPage>
  );
}

const Field = formFields<UserValues>();
type Update = Omit<Input<'user', 'update'>, 'id'>;

function emailHint({ isOwn, isLimited }: { isOwn: boolean; isLimited: boolean }): string {
  if (isOwn) return m.users_own_email_hint();
  return isLimited ? m.users_email_later_hint() : m.users_email_hint();
}

function UserForm({ user, onDeleting }: KnownProps) {
  const { id } = user;
  const me = useMe();
  const [fields] = useState(userFields);
  const form = useAppForm<UserValues, User, Update>({
    id: `user-${id}`,
    record: user,
    read: readUser,
    fields,
    schema: userEntity.calls.update.input,
    toInput: userInput,
    save: async (input, seen) => {
      const saved = await api.user.update({ ...input, id }, { ifMatch: seen.editedAt });
      const { email } = input;
      const isLater = email !== undefined && email !== saved.email;
      const name = personName(saved);
      flash('positive', isLater ? m.users_email_link_sent({ email }) : m.forms_saved_name({ name }));
      // The answer leaves out what the single read populates.
      return { ...seen, ...saved };
    },
    reload: () => api.user.get({ id }),
  });
  const isOwn = me?.id === id;
  // The server then takes a new email only by its link, and a password only with a confirmed email.
  const isLimited = me?.allOrganizations === false;
  return (
    <FormPage
      form={form}
      title={personName(user)}
      {...userPage()}
      tabs={<UserTabs user={user} />}
      save={m.users_save()}
    >
      <UserFacts user={user} />
      <Narrow form={form}>
        <div className="pt-4">
          <NameFields hint={emailHint({ isOwn, isLimited })} ownEmail={isOwn && user.email} />
          <PersonFields />
          {!isOwn && !(isLimited && user.emailConfirmedAt === null) && (
            <>
              <SectionTitle>{m.account_password()}</SectionTitle>
              <Field.Secret
                name="password"
                isSet={false}
                maxLength={MAX_PASSWORD}
                hint={m.users_password_hint({ count: MIN_PASSWORD })}
              />
            </>
          )}
        </div>
      </Narrow>
      <UserActs user={user} onDeleting={onDeleting} onLeave={form.discard} />
    </FormPage>
  );
}
