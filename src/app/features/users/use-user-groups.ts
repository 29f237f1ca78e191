// The groups of a user as rows that stay in their place, and joining or leaving one.
import { useRef, useState } from 'react';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { queryClient } from '#app/api/query-client.ts';
import { flash } from '#app/device/flash.ts';
import { allGroups } from '#app/features/groups/group-kind.ts';
import { effectOf, withGroup } from '#app/features/groups/permission-effect.ts';
import type { useLossQuestion } from '#app/features/groups/use-loss-question.tsx';
import { personName } from '#contract/person-name.ts';
import * as m from '#text/messages.js';
import type { User } from './user-kind.ts';

interface GroupReference {
  readonly id: string;
  readonly name: string;
}

const UNDO_MS = 6000;

/**
 * `rows`: the groups of the user, and those left since the page was opened that can be joined again, so that such a press moves
 * no row. `mayPut`: the reader may add the user to a group, or remove the user from it.
 */
export function useUserGroups(
  user: User,
  { confirmLoss }: ReturnType<typeof useLossQuestion>,
  mayPut: (group: string, on: boolean) => boolean,
) {
  const shown = useRef(new Map<string, GroupReference>());
  for (const group of user.groups) shown.current.set(group.id, group);
  const [pending, setPending] = useState<ReadonlyMap<string, boolean>>(new Map());
  const name = personName(user);
  const isIn = (id: string) => pending.get(id) ?? user.groups.some((group) => group.id === id);

  async function change(group: GroupReference, on: boolean): Promise<void> {
    const pair = { user: user.id, group: group.id };
    setPending((before) => new Map(before).set(group.id, on));
    try {
      await (on ? api.usergroup.create(pair) : api.usergroup.destroyPair(pair));
      const texts = { name, group: group.name };
      flash('positive', on ? m.groups_added(texts) : m.groups_removed(texts), {
        timeout: UNDO_MS,
        action: mayPut(group.id, !on) ? { word: m.actions_undo(), run: () => void change(group, !on) } : null,
      });
      await queryClient.invalidateQueries({ queryKey: ['user', 'get', { id: user.id }] });
    } catch (error) {
      flash('negative', errorMessage(error));
    }
    setPending((before) => new Map([...before].filter(([id]) => id !== group.id)));
  }

  /** Leaving a group asks where the user loses something. While that cannot be known nobody leaves one. */
  async function put(group: GroupReference, on: boolean, anchor: HTMLElement | null): Promise<void> {
    if (on) return change(group, true);
    const answer = await queryClient.fetchQuery({ ...allGroups, staleTime: 0 }).catch((error: unknown) => {
      flash('negative', errorMessage(error));
    });
    if (!answer) return;
    const groups = answer.rows;
    const users = groups.find(({ id }) => id === group.id)?.users.filter(({ id }) => id !== user.id) ?? [];
    const effect = effectOf(groups, withGroup(groups, group.id, { users }));
    if (await confirmLoss(effect, m.groups_remove(), anchor)) await change(group, false);
  }

  const rows = [...shown.current.values()].map((group) => ({ group, isIn: isIn(group.id) }));
  return { rows: rows.filter(({ group, isIn: is }) => is || mayPut(group.id, true)), put };
}
