// The people of an organization: who is linked, whose alarm mails about it are on, adding and removing people.
import { useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ListDescription } from '#app/ui/list/list-types.ts';
import { RowBody } from '#app/ui/list/list-row.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { CheckBox } from '#app/ui/primitives/check-box.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { useCanIn } from '#app/auth/can-in.ts';
import { useCan } from '#app/auth/me.ts';
import { ListEmpty } from '#app/features/lists/list-empty.tsx';
import { savePages } from '#app/features/lists/csv-action.ts';
import { FindDock } from '#app/features/lists/find-dock.tsx';
import { RecordList } from '#app/features/lists/record-list.tsx';
import { useListSearch } from '#app/features/lists/use-list-search.ts';
import { whereWords } from '#app/features/lists/list-search.ts';
import { type ListPart, type PageInput, useListPages } from '#app/features/lists/use-list-pages.ts';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { useHasTableRoom } from '#app/features/shell/pane-size.ts';
import { RecordPage } from '#app/features/shell/record-page.tsx';
import * as m from '#text/messages.js';
import { OrganizationHead } from './organization-head.tsx';
import { OrganizationPage, organizationSteps } from './organization-page.tsx';
import type { Link, Organization } from './organization-queries.ts';
import { LinkSheet, personHref, useRowTarget } from './organization-link.tsx';
import { PersonChoices } from './person-picker.tsx';

const SEARCH = 'find-organization-users';
const pageOf = ({ where, sort }: ListPart, page: PageInput) =>
  api.userorg.list.queryOptions({ where, sort, ...page }, { persist: page.skip === 0 });
const peopleSorts = () => [
  { value: 'name', label: m.forms_name(), note: m.lists_a_to_z() },
  { value: 'reverse', label: m.forms_name(), note: m.lists_z_to_a() },
];

/** Mount it anew for another organization. */
export function OrganizationUsers({ id }: { id: string | undefined }) {
  return <OrganizationPage id={id}>{(organization) => <People organization={organization} />}</OrganizationPage>;
}

function People({ organization }: { organization: Organization }) {
  const order = useListSearch(peopleSorts);
  const [adding, setAdding] = useState<HTMLElement | 'dock' | null>(null);
  const [mayLink, seesUsers] = [useCanIn('userorg.create', organization.id), useCan('user.read')];
  const add = mayLink && seesUsers ? { label: m.organizations_add_person(), run: () => setAdding('dock') } : undefined;
  return (
    <RecordPage
      title={organization.name}
      {...organizationSteps()}
      tabs={<OrganizationHead id={organization.id} />}
      dock={
        <FindDock id={SEARCH} label={m.organizations_search_people()} search={order.search} onFind={order.onFind} />
      }
      primary={
        add && (
          <Button kind="lamp" onPress={setAdding}>
            <Icon name="plus" />
            {add.label}
          </Button>
        )
      }
    >
      <Links organization={organization} order={order} add={add} />
      <Sheet
        open={adding !== null}
        onClose={() => setAdding(null)}
        title={m.organizations_add_person()}
        detail={m.organizations_add_person_detail({ organization: organization.name })}
        anchor={adding instanceof HTMLElement ? adding : null}
      >
        <PersonChoices organization={organization} />
      </Sheet>
    </RecordPage>
  );
}

const nameOf = ({ user }: Pick<Link, 'user'>): string => user.name || user.email;
const mailsText = ({ alarmEmails }: Pick<Link, 'alarmEmails'>): string =>
  alarmEmails ? m.organizations_mails_on() : m.organizations_mails_off();

interface LinksProps {
  organization: Organization;
  order: ReturnType<typeof useListSearch>;
  add: { label: string; run: () => void } | undefined;
}

function Links({ organization, order, add }: LinksProps) {
  const { find, sort } = order.search;
  const hasRoom = useHasTableRoom();
  const [open, setOpen] = useState<{ link: Link; row: HTMLElement } | null>(null);
  const parts = useMemo(
    (): ListPart[] => [
      {
        key: 'people',
        where: { ...whereWords(find, ['find']), organization: organization.id },
        sort: sort === 'reverse' ? 'find DESC' : 'find ASC',
      },
    ],
    [find, sort, organization.id],
  );
  const pages = useListPages({ parts, pageOf, enabled: useCan('userorg.read') });
  const { history } = useRouter();
  const target = useRowTarget(organization);
  const list = useMemo(
    (): ListDescription<Link> => ({
      label: m.shell_place_users(),
      keyOf: ({ id }) => id,
      nameOf,
      rowHeight: 64,
      onOpen: (link, row) => setOpen({ link, row }),
      opens: (link) => target(link) === 'sheet',
      hrefOf: (link) => (target(link) === 'person' ? personHref(link) : undefined),
      renderRow: (link, { stale }) => (
        <RowBody
          name={nameOf(link)}
          meta={link.user.name === '' ? '' : link.user.email}
          stale={stale}
          word={mailsText(link)}
          end={<CheckBox checked={link.alarmEmails} />}
        />
      ),
      columns: [
        {
          id: 'name',
          header: m.forms_name(),
          width: 200,
          grow: 1,
          link: true,
          sort: { ascending: 'name', descending: 'reverse' },
          cell: nameOf,
        },
        { id: 'email', header: m.account_email(), width: 220, grow: 1, dir: 'auto', cell: ({ user }) => user.email },
        { id: 'mails', header: m.account_alarm_emails(), width: 160, cell: mailsText },
      ],
    }),
    [target],
  );
  const { rows, missing, total } = pages;
  if (rows === null)
    return missing ? (
      <Unanswered
        title={m.organizations_people_not_loaded()}
        forbidden={m.organizations_people_forbidden()}
        query={missing}
      />
    ) : null;
  if (total === 0)
    return (
      <ListEmpty
        find={(find ?? '').trim()}
        texts={{
          none: { title: m.organizations_people_none(), detail: m.organizations_people_none_detail(), icon: 'users' },
          noneFound: {
            title: m.organizations_people_none_found({ find: (find ?? '').trim() }),
            detail: m.organizations_people_none_found_detail(),
          },
        }}
        onClearSearch={() => order.onFind('')}
        onClearFilter={() => order.onFind('')}
        add={add}
      />
    );
  return (
    <>
      <RecordList
        id="organization-users"
        note={m.organizations_mails_note()}
        list={list}
        rows={rows}
        table={hasRoom}
        order={order}
        onDownload={() => void savePages('users', { parts, pageOf })}
        placeId={`organization-users ${organization.id} ${find} ${sort}`}
        searchId={SEARCH}
        onNavigate={(to) => history.push(to)}
      />
      <LinkSheet open={open} organization={organization} onClose={() => setOpen(null)} />
    </>
  );
}
