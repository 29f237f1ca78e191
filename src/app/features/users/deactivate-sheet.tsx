// Deactivating a user: the open alarms that are in the person's hands, and who gets them.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { SectionTitle } from '#app/ui/layout/rows.tsx';
import { RadioRows } from '#app/ui/form/radio-rows.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { api } from '#app/api/client.ts';
import type { Answer } from '#app/api/types.ts';
import { flash } from '#app/device/flash.ts';
import { useCan } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { markOf, reasonOf } from '#app/features/alarms/alarm-format.ts';
import { subjectOf } from '#app/features/alarms/alarm-subject.ts';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { useSheetCall } from '#app/features/shell/use-sheet-call.tsx';
import { personName } from '#contract/person-name.ts';
import * as m from '#text/messages.js';
import type { User } from './user-kind.ts';

type Successors = Answer<'user', 'successors'>;
const MOST = 8;
const card = 'rounded-card bg-(--s2b) px-3.5 py-2';

/** Inside a sheet. Without open alarms it only asks. */
export function DeactivateSheet({ user }: { user: User }) {
  const query = useQuery({ ...api.user.successors.queryOptions({ id: user.id }), staleTime: 0, gcTime: 0 });
  if (query.data === undefined) return <Unanswered title={m.users_successors_not_loaded()} query={query} />;
  return <Inside user={user} facts={query.data} />;
}

function Inside({ user, facts }: { user: User; facts: Successors }) {
  const closeThen = useCloseThen();
  const [to, setTo] = useState<string | null>(
    () => facts.people.find(({ channels }) => channels.length > 0)?.user.id ?? null,
  );
  const { isBusy, failure, run } = useSheetCall(m.forms_not_saved());
  const deactivate = () =>
    run(
      () => api.user.deactivate({ id: user.id, to }),
      () => flash('positive', m.users_deactivated_done({ name: personName(user) })),
    );
  const holds = facts.alarms > 0;
  return (
    <>
      {failure}
      {holds && <Held user={user} count={facts.alarms} />}
      {holds && <Heirs facts={facts} to={to} onChoose={setTo} />}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2 pt-3">
        <div data-focus-first="" className="grid">
          <Button kind="quiet" wide size="large" onPress={() => closeThen(() => undefined)}>
            {m.users_cancel()}
          </Button>
        </div>
        <Button kind="danger" wide size="large" busy={isBusy} onPress={() => void deactivate()}>
          {holds ? m.users_hand_over_deactivate({ to: to === null ? 'back' : 'person' }) : m.users_deactivate()}
        </Button>
      </div>
    </>
  );
}

function Held({ user, count }: { user: User; count: number }) {
  const now = useNow(30_000);
  const where = { acknowledgedBy: user.id, resolvedAt: null };
  const { data } = useQuery({
    ...api.alarm.list.queryOptions({ where, limit: MOST, sort: 'createdAt DESC' }),
    enabled: useCan('alarm.read'),
  });
  const rows = data?.rows ?? [];
  return (
    <>
      <SectionTitle>{m.users_holds({ name: user.firstName || personName(user), count })}</SectionTitle>
      {rows.length > 0 && (
        <ul className={card}>
          {rows.map((alarm) => (
            <li key={alarm.id} className="flex items-center gap-3.5 py-2">
              <Mark kind={markOf(alarm.kind)} size={26} hollow />
              <span className="min-w-0 wrap-anywhere">
                <b className="font-[650]">{subjectOf(alarm)}</b>, {reasonOf(alarm, now)}
              </span>
            </li>
          ))}
          {count > rows.length && (
            <li className="py-2 text-text3">{m.groups_names_more({ count: count - rows.length })}</li>
          )}
        </ul>
      )}
    </>
  );
}

interface HeirsProps {
  facts: Successors;
  to: string | null;
  onChoose: (to: string | null) => void;
}

/** The reason why a person takes none: one who may act on all of them is out of reach. */
const obstacleText = (some: number, count: number): string =>
  m.users_no_heir({ state: some === 0 ? 'none' : some < count ? 'some' : 'unreachable', some, count });

function Heirs({ facts, to, onChoose }: HeirsProps) {
  const options = [
    ...facts.people.map(({ user, channels, offShift }) => ({
      value: user.id as string | null,
      label: user.name,
      note: m.users_heir({
        state: offShift ? 'off' : channels.includes('push') ? 'rings' : channels.length > 0 ? 'mail' : 'none',
        count: facts.alarms,
      }),
    })),
    { value: null, label: m.users_give_back(), note: m.users_give_back_note({ count: facts.onCall }) },
  ];
  return (
    <>
      <SectionTitle>{m.users_hand_to()}</SectionTitle>
      <RadioRows label={m.users_hand_to()} options={options} value={to} onChange={onChoose} />
      {facts.others.length > 0 && (
        <>
          <SectionTitle>{m.users_not_to()}</SectionTitle>
          <ul className={card}>
            {facts.others.map(({ user, mayActOn }) => (
              <li key={user.id} className="py-2 wrap-anywhere">
                <bdi>{user.name}</bdi>
                <small className="block text-secondary text-text3">{obstacleText(mayActOn, facts.alarms)}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
