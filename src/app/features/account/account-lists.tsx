// One error for all lists of the account that did not load.
import { useQuery } from '@tanstack/react-query';
import { Unanswered, isSilent } from '#app/features/shell/query-state.tsx';
import { useDevices } from './account-devices.tsx';
import { passkeysQuery } from './account-passkeys.tsx';
import { sessionsQuery } from './account-sessions.tsx';
import * as m from '#text/messages.js';

export function MissingLists() {
  const lists = [
    { part: 'passkeys', query: useQuery(passkeysQuery) },
    { part: 'sessions', query: useQuery(sessionsQuery) },
    { part: 'devices', query: useDevices().query },
  ];
  const silent = lists.filter(({ query }) => isSilent(query));
  const [first] = silent;
  if (!first) return null;
  const part = silent.length === 1 ? first.part : 'several';
  return <Unanswered title={m.account_not_loaded({ part })} query={first.query} />;
}
