// One's own account: person, notifications and password as a form; below it devices, passkeys, sessions and the theme.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { LinkRow, Rows, SectionTitle } from '#app/ui/layout/rows.tsx';
import { ThemeChoice } from '#app/ui/primitives/theme-choice.tsx';
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import type { Answer, Input } from '#app/api/types.ts';
import { type Me, type Session, meQuery } from '#app/auth/me.ts';
import { flash } from '#app/device/flash.ts';
import { followLanguage } from '#app/device/page-language.ts';
import { languageInput } from '#app/features/shell/language-text.ts';
import { FormPage, Narrow } from '#app/features/shell/form-page.tsx';
import { OfflineAge } from '#app/features/shell/record-age.tsx';
import { useAppForm } from '#app/features/shell/use-app-form.ts';
import { user } from '#contract/user.ts';
import * as m from '#text/messages.js';
import { AlarmsHere } from './account-alarms.tsx';
import { DeviceSettings } from './account-device.tsx';
import { useDevices } from './account-devices.tsx';
import { NotificationFields, PasswordFields, PersonFields } from './account-fields.tsx';
import { accountFields, accountIssueText, readAccount, savedText } from './account-form.ts';
import { AccountLists } from './account-lists.tsx';

const schema = user.calls.editAccount.input;

/** The person as the call answers it, also with 412: without the permissions of the session. */
type Person = Answer<'user', 'editAccount'>;

async function save(input: Input<'user', 'editAccount'>, { editedAt }: Person): Promise<Person> {
  const saved = await api.user.editAccount(input, { ifMatch: editedAt });
  queryClient.setQueryData<Session>(meQuery.queryKey, (session) =>
    session?.user ? { ...session, user: { ...session.user, ...saved } } : session,
  );
  flash('positive', savedText(input.email));
  followLanguage(saved.language);
  return saved;
}

async function reload(): Promise<Person> {
  const session = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
  if (session.user === null) throw new Error('Nobody is signed in.');
  return session.user;
}

/** Mount it anew for another person. */
export function AccountScreen({ me }: { me: Me }) {
  const fields = useMemo(accountFields, []);
  const person: Person = me;
  const form = useAppForm({
    id: 'account',
    record: person,
    read: readAccount,
    fields,
    schema,
    toInput: ({ language, ...rest }) => ({
      ...rest,
      ...(language !== undefined && { language: languageInput(language) }),
    }),
    issueText: accountIssueText,
    save,
    reload,
  });
  const devices = useDevices();
  const { dataUpdatedAt } = useQuery(meQuery);
  return (
    <FormPage form={form} title={m.shell_account()} parent="/more" save={m.actions_save()}>
      <OfflineAge asOf={dataUpdatedAt} />
      <div className="md:grid md:max-w-280 md:grid-cols-2 md:gap-x-6">
        <Narrow form={form}>
          <PersonFields />
          <NotificationFields />
          <PasswordFields confirm={form.confirming.includes('currentPassword')} />
        </Narrow>
        <div>
          <AlarmsHere device={devices.here} quiet={form.isDirty} />
          <SectionTitle>{m.account_theme()}</SectionTitle>
          <ThemeChoice />
          <DeviceSettings email={person.email} />
          <Rows>
            <LinkRow to="/auth/logout" icon="logout" label={m.shell_sign_out()} note={me.email} />
          </Rows>
          <AccountLists />
        </div>
      </div>
    </FormPage>
  );
}
