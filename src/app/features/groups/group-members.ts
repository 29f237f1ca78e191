// The people of a group as rows: those in it, everybody else in pages, and what a press on a row does.
import { useCallback, useMemo, useRef, useState } from 'react';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { queryClient } from '#app/api/query-client.ts';
import type { Answer } from '#app/api/types.ts';
import { flash } from '#app/device/flash.ts';
import { whereWords } from '#app/features/lists/list-search.ts';
import type { ListPart } from '#app/features/lists/use-list-pages.ts';
import { personName } from '#contract/person-name.ts';
import * as m from '#text/messages.js';
import { type Group, allGroups } from './group-kind.ts';
import { effectOf, withGroup } from './permission-effect.ts';
import type { useLossQuestion } from './use-loss-question.tsx';

/** A person as a row. */
export interface PersonRow {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** As in the record of the user. */
  readonly manageable?: boolean | undefined;
}

/** The row of a member, as groups name them. */
const memberRow = ({ first_name: firstName, last_name: lastName, ...rest }: Group['users'][number]): PersonRow => ({
  ...rest,
  firstName,
  lastName,
});

const words = (find: string): string[] => find.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);

/** True if each word of the search is in the name or the address. */
export function matchesPerson({ firstName, lastName, email }: PersonRow, find: string): boolean {
  const text = `${firstName} ${lastName} ${email}`.toLocaleLowerCase();
  return words(find).every((word) => text.includes(word));
}

/** A list of ids that the server leaves out must be short. In larger groups the others come with a search. */
const MOST_LEFT_OUT = 200;

/** The query for everybody who is not in the group; empty where a search must come first. */
export function othersOf(members: readonly string[], find: string): ListPart[] {
  const sort = 'lastName ASC';
  const search = whereWords(find, ['firstName', 'lastName', 'email']);
  if (members.length > MOST_LEFT_OUT)
    return find.trim() === '' ? [] : [{ key: 'found', label: m.groups_people_found(), where: search, sort }];
  const where = members.length === 0 ? search : { ...search, id: { nin: members } };
  return [{ key: 'others', label: m.groups_people_others(), where, sort }];
}

/** The members as they are now, by name. */
export const membersOf = (group: Group): readonly PersonRow[] =>
  group.users.map(memberRow).toSorted((a, b) => personName(a).localeCompare(personName(b)));

/**
 * The members as they were when the search was opened, so that a row stays where it is when it is pressed. Who may not add
 * sees no list of others, so new members are added below. Who may not remove either sees the members of now.
 */
export function useFrozenMembers(
  group: Group,
  find: string,
  { mayAdd, mayRemove }: { mayAdd: boolean; mayRemove: boolean },
): readonly PersonRow[] {
  const frozen = useRef<{ find: string; rows: readonly PersonRow[] } | null>(null);
  if (frozen.current === null || frozen.current.find !== find) frozen.current = { find, rows: membersOf(group) };
  const { rows } = frozen.current;
  return useMemo(() => {
    if (mayAdd) return rows;
    const now = membersOf(group);
    if (!mayRemove) return now;
    const known = new Set(rows.map(({ id }) => id));
    return [...rows, ...now.filter(({ id }) => !known.has(id))];
  }, [group, rows, mayAdd, mayRemove]);
}

type Answered = Answer<'usergroup', 'create'>;

async function add(user: PersonRow, group: Group): Promise<Answered> {
  return api.usergroup.create({ user: user.id, group: group.id });
}

async function remove(user: PersonRow, group: Group): Promise<Answered> {
  return api.usergroup.destroyPair({ user: user.id, group: group.id });
}

/**
 * The membership of each person with the presses that are not answered yet, and what a press does. `mayPut`: the reader may add
 * (true), or remove.
 */
export function useMembership(
  group: Group,
  question: ReturnType<typeof useLossQuestion>,
  mayPut: (on: boolean) => boolean,
) {
  const [pending, setPending] = useState<ReadonlyMap<string, boolean>>(new Map());
  const members = useMemo(() => new Set(group.users.map(({ id }) => id)), [group.users]);
  const isMember = useCallback((id: string) => pending.get(id) ?? members.has(id), [pending, members]);
  const latest = useRef({ group, question, isMember, mayPut });
  latest.current = { group, question, isMember, mayPut };
  const put = useCallback(async function change(person: PersonRow, on: boolean): Promise<void> {
    const now = latest.current.group;
    setPending((before) => new Map(before).set(person.id, on));
    try {
      await (on ? add(person, now) : remove(person, now));
      const [name, to] = [personName(person), now.name];
      flash('positive', on ? m.groups_added({ name, group: to }) : m.groups_removed({ name, group: to }), {
        timeout: UNDO_MS,
        action: latest.current.mayPut(!on) ? { word: m.actions_undo(), run: () => void change(person, !on) } : null,
      });
      await queryClient.invalidateQueries({ queryKey: ['group', 'get', { id: now.id }] });
    } catch (error) {
      flash('negative', errorMessage(error));
    }
    setPending((before) => new Map([...before].filter(([id]) => id !== person.id)));
  }, []);
  const toggle = useCallback(
    async (person: PersonRow, row: HTMLElement) => {
      const { group: now, question: asks, isMember: isIn } = latest.current;
      if (!isIn(person.id)) return put(person, true);
      const { rows } = await queryClient.fetchQuery({ ...allGroups, staleTime: 0 }).catch(() => ({ rows: [now] }));
      const users = now.users.filter(({ id }) => id !== person.id);
      const effect = effectOf(rows, withGroup(rows, now.id, { users }));
      if (await asks.confirmLoss(effect, m.groups_remove(), row)) await put(person, false);
    },
    [put],
  );
  return { isMember, toggle };
}

const UNDO_MS = 6000;
