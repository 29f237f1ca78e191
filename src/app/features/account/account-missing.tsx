// What of the account did not come, told once however much it is.
import { useQuery } from '@tanstack/react-query';
import { Unanswered, isSilent } from '#app/features/shell/query-state.tsx';
import { useDevices } from './account-devices.tsx';
import { passkeysQuery } from './account-passkeys.tsx';
import { sessionsQuery } from './account-sessions.tsx';

const list = new Intl.ListFormat('en-GB');

export function MissingLists() {
  const lists = [
    { what: 'passkeys', query: useQuery(passkeysQuery) },
    { what: 'sessions', query: useQuery(sessionsQuery) },
    { what: 'devices', query: useDevices().query },
  ];
  const silent = lists.filter(({ query }) => isSilent(query));
  const [first] = silent;
  if (!first) return null;
  return <Unanswered what={`your ${list.format(silent.map(({ what }) => what))}`} query={first.query} />;
}
