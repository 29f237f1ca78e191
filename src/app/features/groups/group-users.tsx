// The people of a group: check rows with a search; a press adds or removes a person at once.
import { useMemo } from 'react';
import { RowBody } from '#app/ui/list/list-row.tsx';
import type { ListDescription } from '#app/ui/list/list-types.ts';
import { CheckBox } from '#app/ui/primitives/check-box.tsx';
import { api } from '#app/api/client.ts';
import { useCan, useMe } from '#app/auth/me.ts';
import { CheckList } from '#app/features/lists/check-list.tsx';
import { saveRows } from '#app/features/lists/csv-action.ts';
import { CsvButton } from '#app/features/lists/csv-button.tsx';
import { FindDock } from '#app/features/lists/find-dock.tsx';
import { ListToolLine } from '#app/features/lists/record-list.tsx';
import { useListSearch } from '#app/features/lists/use-list-search.ts';
import type { ListPart, PageInput } from '#app/features/lists/use-list-pages.ts';
import { pageOf as pageOfKind } from '#app/features/shell/record-kind.ts';
import { RecordPage } from '#app/features/shell/record-page.tsx';
import { personName } from '#contract/person-name.ts';
import * as m from '#text/messages.js';
import { type Group, groupKind, holds } from './group-kind.ts';
import {
  type PersonRow,
  matchesPerson,
  membersOf,
  othersOf,
  useFrozenMembers,
  useMembership,
} from './group-members.ts';
import { GroupPage } from './group-page.tsx';
import { GroupTabs } from './group-tabs.tsx';
import { idOf } from './permission-set.ts';
import { useLossQuestion } from './use-loss-question.tsx';

/** Mount it anew for another group. */
export function GroupUsers({ id }: { id: string | undefined }) {
  return <GroupPage id={id}>{(group) => <Members group={group} />}</GroupPage>;
}

const SEARCH = 'find-group-users';

const pageOf = ({ where, sort }: ListPart, page: PageInput) => api.user.list.queryOptions({ where, sort, ...page });

function Members({ group }: { group: Group }) {
  const me = useMe();
  const { search, onFind } = useListSearch();
  const { find = '' } = search;
  const question = useLossQuestion();
  const givable = me !== null && group.permissions.every((grant) => holds(me, idOf(grant)));
  const [mayAdd, mayRemove] = [useCan('usergroup.create') && givable, useCan('usergroup.destroy') && givable];
  const members = useFrozenMembers(group, find, { mayAdd, mayRemove });
  const shown = useMemo(() => members.filter((person) => matchesPerson(person, find)), [members, find]);
  const { isMember, toggle } = useMembership(group, question, (on) => (on ? mayAdd : mayRemove));
  const seesUsers = useCan('user.read');
  const parts = useMemo(
    () =>
      mayAdd
        ? othersOf(
            members.map(({ id }) => id),
            find,
          )
        : [],
    [mayAdd, members, find],
  );
  const list = useMemo(
    (): ListDescription<PersonRow> => ({
      label: m.shell_place_users(),
      keyOf: ({ id }) => id,
      nameOf: personName,
      rowHeight: 64,
      checkedOf: ({ id }) => isMember(id),
      opens: ({ id, manageable = false }) => manageable && (isMember(id) ? mayRemove : mayAdd),
      onOpen: (person, row) => void toggle(person, row),
      renderRow: (person, { stale }) => (
        <RowBody
          name={personName(person)}
          meta={person.email}
          stale={stale}
          end={(mayAdd || mayRemove) && <CheckBox checked={isMember(person.id)} />}
        />
      ),
    }),
    [isMember, toggle, mayAdd, mayRemove],
  );
  return (
    <RecordPage
      title={group.name}
      {...pageOfKind(groupKind)}
      tabs={<GroupTabs id={group.id} />}
      dock={<FindDock id={SEARCH} label={m.groups_search_users()} search={search} onFind={onFind} />}
    >
      <ListToolLine note={!mayAdd && !mayRemove && (givable ? m.forms_read_only() : m.groups_read_only_more())}>
        <CsvButton
          onPress={() =>
            void saveRows(
              'users',
              membersOf(group).flatMap(({ manageable: _manageable, ...person }) =>
                isMember(person.id) && matchesPerson(person, find) ? person : [],
              ),
            )
          }
        />
      </ListToolLine>
      <CheckList
        list={list}
        first={{ label: m.groups_people_in(), rows: shown }}
        others={{ parts, pageOf, enabled: seesUsers }}
        notLoaded={m.groups_people_not_loaded()}
        placeId={`group-users ${group.id} ${find}`}
        searchId={SEARCH}
        empty={find.trim() === '' ? m.groups_people_none() : m.groups_people_none_found({ find: find.trim() })}
      />
      {question.sheet}
    </RecordPage>
  );
}
