// Drops cached answers when the rights of the signed-in person change.
import { useEffect, useRef } from 'react';
import { queryClient } from '#app/api/query-client.ts';
import { type Me, useMe } from './me.ts';

/**
 * Drops each cached answer that nothing on screen fetches, when the rights of the person change: it may need a permission
 * that was taken away. The other answers are fetched again, and a 403 or 404 drops them. Call it in the layout: the effects
 * of the screens, which stop the queries without a permission, run before its own.
 */
export function useRightsChange(): void {
  const me = useMe();
  const held = useRef(me);
  useEffect(() => {
    const before = held.current;
    held.current = me;
    if (before?.id === me?.id && before && me && !hasSameRights(before, me)) dropIdleAnswers();
  }, [me]);
}

// The cache keeps the objects of an answer whose values have not changed.
const hasSameRights = (a: Me, b: Me): boolean =>
  a.permissions === b.permissions && a.allOrganizations === b.allOrganizations && a.orgIds === b.orgIds;

function dropIdleAnswers(): void {
  const cache = queryClient.getQueryCache();
  for (const query of cache.findAll({ type: 'inactive', predicate: ({ queryKey }) => queryKey[0] !== 'auth' }))
    if (query.getObserversCount() === 0) cache.remove(query);
    else query.setState({ data: undefined, dataUpdatedAt: 0, status: 'pending' });
}
