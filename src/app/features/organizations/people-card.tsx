// The people of an organization in its overview: how alarms reach each, and whether they also come by email.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '#app/ui/layout/rows.tsx';
import { RowTarget } from '#app/ui/layout/row-target.tsx';
import { CheckBox } from '#app/ui/primitives/check-box.tsx';
import { useLink } from '#app/ui/primitives/link.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { useCanIn } from '#app/auth/can-in.ts';
import { useCan } from '#app/auth/me.ts';
import { UnansweredPart } from '#app/features/shell/query-state.tsx';
import { useActs } from '#app/features/users/user-kind.ts';
import { Initials } from '#app/features/users/user-row.tsx';
import { reachText } from '#app/features/users/user-text.ts';
import { personName } from '#contract/person-name.ts';
import * as m from '#text/messages.js';
import { LinkSheet, personHref, setMails, useRowTarget } from './organization-link.tsx';
import type { Link, Organization } from './organization-queries.ts';
import { PersonChoices } from './person-picker.tsx';

const MOST = 6;

/** Nothing without the permission to see them. */
export function PeopleCard({ organization, now }: { organization: Organization; now: number }) {
  const { id } = organization;
  const RouterLink = useLink();
  const [open, setOpen] = useState<{ link: Link; row: HTMLElement } | null>(null);
  const [adding, setAdding] = useState<HTMLElement | null>(null);
  const mayUpdate = useCanIn('userorg.update', id);
  const seesUsers = useCan('user.read');
  const mayLink = useCanIn('userorg.create', id) && seesUsers;
  const target = useRowTarget(organization);
  const acts = useActs();
  const links = useQuery({
    ...api.userorg.list.queryOptions({ where: { organization: id }, sort: 'find ASC', limit: MOST }),
    enabled: useCan('userorg.read'),
  });
  const { rows = [], total = 0 } = links.data ?? {};
  const users = useQuery({
    ...api.user.list.queryOptions({ where: { id: { in: rows.map(({ user }) => user.id) } }, limit: MOST }),
    enabled: seesUsers && rows.length > 0,
  });
  if (links.data === undefined) return <UnansweredPart title={m.organizations_people_not_loaded()} query={links} />;
  const left = total - rows.length;
  return (
    <Card title={m.shell_people()} end={m.account_alarm_emails()}>
      <ul>
        {rows.map((link) => {
          const found = users.data?.rows.find((one) => one.id === link.user.id);
          const user = found && { ...found, mailed: found.mailed && link.alarmEmails };
          const name = user ? personName(user) : link.user.name || link.user.email;
          return (
            <li key={link.id} className="flex min-h-14 items-center gap-3 border-b border-line last:border-0">
              {user && <Initials user={user} />}
              <RowTarget
                className="min-h-14 min-w-0 flex-1 py-2 text-start"
                onPress={target(link) === 'sheet' && ((row) => setOpen({ link, row }))}
                to={target(link) === 'person' && personHref(link)}
              >
                <b dir="auto" className="block truncate">
                  {name}
                </b>
                <small className="line-clamp-2 text-secondary text-text3">
                  {user
                    ? [...user.groups.map((group) => group.name), reachText(user, acts(user), now).text].join(', ')
                    : link.user.email}
                </small>
              </RowTarget>
              <button
                type="button"
                role="checkbox"
                aria-checked={link.alarmEmails}
                aria-label={m.organizations_mails_to({ person: name })}
                disabled={!mayUpdate || !link.manageable}
                className="grid min-h-14 w-11 flex-none place-items-center"
                onClick={() => setMails(link, !link.alarmEmails)}
              >
                <CheckBox checked={link.alarmEmails} />
              </button>
            </li>
          );
        })}
      </ul>
      {total === 0 && <p className="text-text2">{m.organizations_people_none()}</p>}
      <div className="flex items-center justify-between gap-3">
        {left > 0 ? (
          <RouterLink to={`/admin/organization/users?id=${id}`} className="inline-flex min-h-11 items-center underline">
            {m.groups_names_more({ count: left })}
          </RouterLink>
        ) : (
          <span />
        )}
        {mayLink && (
          <button type="button" className="min-h-11 underline" onClick={(event) => setAdding(event.currentTarget)}>
            {m.organizations_add_person()}
          </button>
        )}
      </div>
      <LinkSheet open={open} organization={organization} onClose={() => setOpen(null)} />
      <Sheet
        open={adding !== null}
        onClose={() => setAdding(null)}
        title={m.organizations_add_person()}
        detail={m.organizations_add_person_detail({ organization: organization.name })}
        anchor={adding}
      >
        <PersonChoices organization={organization} />
      </Sheet>
    </Card>
  );
}
