// Adding a person to an organization: a search over everybody that the signed-in person sees, inside a sheet.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PickerList } from '#app/ui/form/picker.tsx';
import { useThrottled } from '#app/ui/hooks/use-throttled.ts';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import type { Answer } from '#app/api/types.ts';
import { flash } from '#app/device/flash.ts';
import { whereWords } from '#app/features/lists/list-search.ts';
import { personName } from '#contract/person-name.ts';
import { PickerFailure } from '#app/features/shell/picker-failure.tsx';
import * as m from '#text/messages.js';
import type { Organization } from './organization-queries.ts';

type User = Answer<'user', 'list'>['rows'][number];

const SETTLE_MS = 250;
const MATCHES = 30;

async function link(user: User, organization: Organization): Promise<void> {
  const names = { person: personName(user), organization: organization.name };
  try {
    await api.userorg.create({ user: user.id, organization: organization.id });
    flash('positive', m.organizations_person_added(names));
  } catch (error) {
    flash('negative', errorMessage(error));
  }
}

/** Choosing a person links the person and closes the sheet. */
export function PersonChoices({ organization }: { organization: Organization }) {
  const [term, setTerm] = useState('');
  const find = useThrottled(term, SETTLE_MS);
  const { data, error } = useQuery({
    ...api.user.list.queryOptions({
      where: { ...whereWords(find, ['firstName', 'lastName', 'email']), active: true },
      sort: 'lastName ASC',
      limit: MATCHES,
    }),
    placeholderData: keepPreviousData,
  });
  const rows = data?.rows ?? [];
  const outside = rows.filter(({ organizations }) => organizations.every(({ id }) => id !== organization.id));
  const left = (data?.total ?? 0) - rows.length;
  const inside = rows.length - outside.length;
  return (
    <>
      <PickerList
        label={m.organizations_add_person()}
        value=""
        options={outside.map((user) => ({ value: user.id, label: personName(user), note: user.email }))}
        onChoose={(id) => {
          const user = outside.find((one) => one.id === id);
          if (user) void link(user, organization);
        }}
        onSearch={setTerm}
        unanswered={data === undefined || inside > 0}
      />
      <PickerFailure error={error} />
      {inside > 0 && <p className="px-1.5 pt-3.5 text-text3">{m.organizations_already_in({ count: inside })}</p>}
      {left > 0 && <p className="px-1.5 pt-3.5 text-text3">{m.forms_more_matches({ count: left })}</p>}
    </>
  );
}
