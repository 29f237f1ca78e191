// The lists of the account, drawn together so that none moves another, and one error for those that did not load.
import { useQuery } from '@tanstack/react-query';
import { Unanswered, isLoading, isSilent } from '#app/features/shell/query-state.tsx';
import { OtherDevices, useDevices } from './account-devices.tsx';
import { Passkeys, passkeysQuery } from './account-passkeys.tsx';
import { ActiveSessions, sessionsQuery } from './account-sessions.tsx';
import * as m from '#text/messages.js';

export function AccountLists() {
  const devices = useDevices();
  const [passkeys, sessions] = [useQuery(passkeysQuery), useQuery(sessionsQuery)];
  const lists = [
    { part: 'passkeys', query: passkeys },
    { part: 'sessions', query: sessions },
    { part: 'devices', query: devices.query },
  ];
  const silent = lists.filter(({ query }) => isSilent(query));
  const part = silent.length === 1 ? silent[0]?.part : 'several';
  const title = m.account_not_loaded({ part: part ?? 'several' });
  const loading = lists.find(({ query }) => isLoading(query));
  if (loading) return <Unanswered title={title} query={loading.query} />;
  return (
    <>
      {/* A list without data is not mounted: it would ask again at each error, and be removed while it waits. */}
      <OtherDevices others={devices.others} />
      {passkeys.data && <Passkeys />}
      {sessions.data && <ActiveSessions />}
      {silent[0] && <Unanswered title={title} query={silent[0].query} />}
    </>
  );
}
