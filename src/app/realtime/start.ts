// Starts the live connection and joins it to the cache, the flash, the outbox and the person signed in.
import { applyChange, refetchAll } from './apply-change.ts';
import { queryClient } from '#app/api/query-client.ts';
import { derivesFrom, table } from '#app/api/call-table.gen.ts';
import { persistCache } from '#app/offline/persist-cache.ts';
import { clearCache } from '#app/offline/restore-cache.ts';
import { shareWithWorker } from '#app/offline/idb.ts';
import { type Live, createLive } from './socket.ts';
import type { Change } from '#contract/define.ts';
import { cacheOptions } from '#app/offline/cache-options.ts';
import { flash } from '#app/device/flash.ts';
import { markServerContact, setConnectionState } from './freshness.ts';
import { noteResolved } from './recently-resolved.ts';
import { provideSocketId } from './socket-id.ts';
import { provideWake } from './wake.ts';
import { followUser, cachedSession, meQuery, rememberUser } from '#app/auth/me.ts';
import { outbox } from '#app/offline/outbox-store.ts';
import { onStopPersisting, isLeaving } from '#app/auth/sign-out.ts';

/** Starts everything that follows the signed-in person. */
export function startLive(): Live {
  const live = createLive({
    nouns: Object.keys(table),
    onEvent: heard,
    onState: (state) => {
      setConnectionState(state, Date.now());
      if (state === 'enrolled') void outbox().flush();
    },
    onFlash: ({ kind, text, ms }) => flash(kind, text, { timeout: ms, icon: kind === 'negative' ? 'nocloud' : null }),
    onResync: () => refetchAll(queryClient),
    onProbed: (ms) => markServerContact(Date.now(), ms),
    reload: () => void reload(),
  });
  provideWake(live.wake);
  provideSocketId(live.socketId);
  // The worker says that a push came: something happened, whether or not the connection noticed.
  new BroadcastChannel('backwatch').addEventListener('message', () => live.wake());
  // What is put into the cache by hand is no word of the server's.
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual)
      markServerContact(Date.now());
  });
  follow(live);
  return live;
}

function heard(noun: string, change: unknown): void {
  markServerContact(Date.now());
  if (noun === 'session') void queryClient.invalidateQueries();
  else if (noun === 'recent') recentIs(change as { data?: unknown } | null);
  else if (isChange(change)) {
    if (noun === 'alarm') noteResolved(change);
    applyChange(queryClient, noun, change, derivesFrom);
  }
}

/** It comes whole. */
const recentIs = (change: { data?: unknown } | null): void => {
  if (Array.isArray(change?.data)) queryClient.setQueryData(['recent', 'latest', {}], change.data);
};

// Receivers tolerate verbs they do not know: nothing is applied then.
function isChange(change: unknown): change is Change {
  const { verb, id, data } = (change ?? {}) as { verb?: unknown; id?: unknown; data?: unknown };
  return (
    typeof id === 'string' &&
    (verb === 'destroyed' || ((verb === 'created' || verb === 'updated') && typeof data === 'object' && data !== null))
  );
}

// Asked first, so that the page that comes back does not trust a session that is over.
async function reload(): Promise<void> {
  if (isLeaving()) return;
  const held = await queryClient
    .fetchQuery({ ...meQuery, staleTime: 0, networkMode: 'always', retry: false })
    .catch(() => null);
  // Nobody keeps the cache any more: what is left on the device would still say that somebody is signed in.
  if (held?.user === null) await clearCache();
  location.reload();
}

function follow(live: Live): void {
  let stop: () => void = () => undefined;
  followUser((id) => {
    stop();
    stop = () => undefined;
    outbox().setUser(id);
    if (id === null) {
      live.loggedOut();
      void shareWithWorker({ userId: null });
      return;
    }
    rememberUser(id);
    stop = persistCache(queryClient, cacheOptions(id));
    onStopPersisting(stop);
    live.authenticated();
    const pushKey = cachedSession()?.user?.pushKey;
    void shareWithWorker({ userId: id, ...(pushKey !== undefined && { pushKey }) });
  });
}
