// The organizations of a user: all of them or some, and for each link whether alarm mails come.
import { useState } from 'react';
import { CheckRow, FieldRows } from '#app/ui/form/field-rows.tsx';
import { FactRow, Facts, SectionTitle } from '#app/ui/layout/rows.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { useCan, useMe } from '#app/auth/me.ts';
import { reader } from '#app/device/reader.ts';
import { OrganizationChoices } from '#app/features/organizations/organization-picker.tsx';
import { FindDock } from '#app/features/lists/find-dock.tsx';
import { useListSearch } from '#app/features/lists/use-list-search.ts';
import { RecordPage } from '#app/features/shell/record-page.tsx';
import { personName } from '#contract/person-name.ts';
import { formatNumber } from '#text/format.ts';
import * as m from '#text/messages.js';
import { AccessHead } from './access-head.tsx';
import { LinkRows } from './link-rows.tsx';
import { saying } from './saying.ts';
import { type User, useMayChange, useReadOnlyNote, userPage } from './user-kind.ts';
import { UserPage } from './user-page.tsx';
import { UserTabs } from './user-tabs.tsx';
import { linksText } from './user-text.ts';

/** Mount it anew for another user. */
export function UserOrganizations({ id }: { id: string | undefined }) {
  return <UserPage id={id}>{(user) => <Known user={user} />}</UserPage>;
}

const SEARCH = 'find-links';
const SEARCH_FROM = 12;

function Known({ user }: { user: User }) {
  const { search, onFind } = useListSearch();
  const { find = '' } = search;
  const [adding, setAdding] = useState<HTMLElement | null>(null);
  const note = useReadOnlyNote(user);
  const mayChange = useMayChange(user);
  const mayLink = useCan('userorg.create') && mayChange;
  const links = user.organization ?? [];
  const wanted = find.trim().toLocaleLowerCase();
  const shown = links.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  const primary = mayLink && (
    <Button kind="lamp" onPress={setAdding}>
      <Icon name="plus" />
      {m.users_link()}
    </Button>
  );
  const link = (organization: { id: string; name: string } | null) => {
    if (organization === null) return;
    const done = m.users_linked({ organization: organization.name });
    void saying(api.userorg.create({ user: user.id, organization: organization.id }), done, user.id);
  };
  return (
    <RecordPage
      title={personName(user)}
      {...userPage()}
      tabs={<UserTabs user={user} />}
      primary={primary}
      dock={
        links.length >= SEARCH_FROM || find !== '' ? (
          <FindDock id={SEARCH} label={m.users_search_links()} search={search} onFind={onFind} />
        ) : undefined
      }
    >
      <AccessHead id="organizations" rows={shown}>
        {linksText(user)}
      </AccessHead>
      {note !== null && <p className="px-4 pb-3 text-text2">{note}</p>}
      <Switches user={user} />
      {links.length > 0 && (
        <>
          <SectionTitle
            end={
              <span className="flex items-center gap-1.5">
                <Icon name="mail" size={18} />
                {m.account_alarm_emails()}
              </span>
            }
          >
            {m.users_linked_to({ number: formatNumber(links.length, reader()) })}
          </SectionTitle>
          <LinkRows user={user} links={shown} searchId={SEARCH} />
        </>
      )}
      <Sheet open={adding !== null} onClose={() => setAdding(null)} title={m.users_link()} anchor={adding}>
        <OrganizationChoices value={null} onChoose={link} />
      </Sheet>
    </RecordPage>
  );
}

/** Saved at once. Only people with access to every organization give it. */
function Switches({ user }: { user: User }) {
  const me = useMe();
  const { id, allOrganizations, alarmEmails } = user;
  const mayGive = me?.allOrganizations === true && me.id !== id;
  const mayChange = useMayChange(user);
  const onOff = (on: boolean) => (on ? m.forms_on() : m.forms_off());
  if (!mayChange)
    return (
      <Facts>
        <FactRow term={m.users_all_organizations()}>{onOff(allOrganizations)}</FactRow>
        <FactRow term={m.account_alarm_emails()}>{onOff(alarmEmails)}</FactRow>
      </Facts>
    );
  const put = (values: { allOrganizations?: boolean; alarmEmails?: boolean }) =>
    void saying(api.user.update({ id, ...values }), m.forms_saved(), id);
  return (
    <FieldRows>
      {mayGive && (
        <CheckRow
          label={m.users_all_organizations()}
          hint={m.users_all_organizations_hint()}
          checked={allOrganizations}
          onChange={(on) => put({ allOrganizations: on })}
        />
      )}
      <CheckRow
        label={m.account_alarm_emails()}
        hint={m.users_alarm_emails_hint()}
        checked={alarmEmails}
        onChange={(on) => put({ alarmEmails: on })}
      />
    </FieldRows>
  );
}
