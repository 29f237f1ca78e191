// Starts the live connection and connects it to the cache, the flash, the outbox and the signed-in user.
import { followLanguage } from '#app/device/page-language.ts';
import { applyChange, applyNounChange, refetchAll } from './apply-change.ts';
import { queryClient } from '#app/api/query-client.ts';
import { derivesFrom, table } from '#app/api/call-table.gen.ts';
import { persistCache } from '#app/offline/persist-cache.ts';
import { clearCache } from '#app/offline/restore-cache.ts';
import { shareWithWorker } from '#app/offline/idb.ts';
import { type Live, createLive } from './socket.ts';
import type { Change } from '#contract/define.ts';
import { cacheOptions } from '#app/offline/cache-options.ts';
import { reloadPage } from '#app/device/reload.ts';
import { flash } from '#app/device/flash.ts';
import { markServerContact, setConnectionState } from './freshness.ts';
import { noteResolved } from './recently-resolved.ts';
import { provideSocketId } from './socket-id.ts';
import { provideWake } from './wake.ts';
import { followUser, cachedSession, meQuery, rememberUser } from '#app/auth/me.ts';
import { removeSnapshot, oldestOnPage, storeSnapshot } from '#app/auth/page-snapshot.ts';
import { outbox } from '#app/offline/outbox-store.ts';
import { onStopPersisting, isLeaving } from '#app/auth/sign-out.ts';

/** Starts the live connection and everything that follows the signed-in user. */
export function startLive(): Live {
  const live = createLive({
    nouns: Object.keys(table),
    onEvent: applyEvent,
    onState: (state) => {
      setConnectionState(state, Date.now());
      if (state === 'enrolled') void outbox().flush();
    },
    onFlash: ({ kind, text, ms }) => flash(kind, text, { timeout: ms, icon: kind === 'negative' ? 'nocloud' : null }),
    // In a task of its own. Together with the render of the new state it blocks a slow phone for 169 ms, not 105
    // (`npm run bench -- lighthouse`, Systems).
    onResync: () => void setTimeout(() => refetchAll(queryClient)),
    onProbed: (ms) => markServerContact(Date.now(), ms),
    reload: () => void reload(),
  });
  provideWake(live.wake);
  provideSocketId(live.socketId);
  // The worker reports a push: something changed, even if the connection missed it.
  new BroadcastChannel('backwatch').addEventListener('message', () => live.wake());
  // Data that the app sets itself is no contact with the server.
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual)
      markServerContact(Date.now());
  });
  follow(live);
  return live;
}

function applyEvent(noun: string, change: unknown): void {
  markServerContact(Date.now());
  if (noun === 'session') void queryClient.invalidateQueries();
  else if (isChange(change)) {
    if (noun === 'alarm') noteResolved(change);
    applyChange(queryClient, noun, change, derivesFrom);
  } else if (namesNoRecord(change)) applyNounChange(queryClient, noun, derivesFrom);
}

interface EventFields {
  verb?: unknown;
  id?: unknown;
  data?: unknown;
}
const isVerb = (verb: unknown): boolean => verb === 'created' || verb === 'updated' || verb === 'destroyed';

// Ignores unknown verbs, as the wire asks of receivers.
function isChange(change: unknown): change is Change {
  const { verb, id, data } = (change ?? {}) as EventFields;
  return (
    typeof id === 'string' && isVerb(verb) && (verb === 'destroyed' || (typeof data === 'object' && data !== null))
  );
}

function namesNoRecord(change: unknown): boolean {
  const { verb, id } = (change ?? {}) as EventFields;
  return id === undefined && isVerb(verb);
}

// Checks the session first, so that the reloaded page does not trust one that is over.
async function reload(): Promise<void> {
  if (isLeaving()) return;
  const held = await queryClient
    .fetchQuery({ ...meQuery, staleTime: 0, networkMode: 'always', retry: false })
    .catch(() => null);
  // Persisting has stopped, and the stored cache would still contain the session.
  if (held?.user === null) await clearCache();
  reloadPage();
}

// Called before the page is drawn without its person. The stored cache would still contain the session.
function onEnded(): void {
  void clearCache();
  const page = document.getElementById('app');
  if (page && !location.pathname.startsWith('/auth/')) storeSnapshot(page, oldestOnPage(queryClient, Date.now()));
}

/** True if the page holds more than the session. */
const holdsAnswers = (): boolean =>
  queryClient
    .getQueryCache()
    .getAll()
    .some(({ queryKey: [noun] }) => noun !== 'auth');

function follow(live: Live): void {
  let stop: () => void = () => undefined;
  let before: string | null = null;
  /** The person whose answers this page holds. */
  let owner: string | null = null;
  followUser((id) => {
    stop();
    stop = () => undefined;
    outbox().setUser(id);
    const hasEnded = before !== null && id === null;
    before = id;
    if (id === null) {
      if (hasEnded && !isLeaving()) onEnded();
      live.loggedOut();
      void shareWithWorker({ userId: null });
      return;
    }
    removeSnapshot();
    // Another person has signed in on another page of this browser. A sign-in on this page clears the cache first.
    if (owner !== null && owner !== id && holdsAnswers()) return void clearCache().then(reloadPage);
    owner = id;
    const user = cachedSession()?.user ?? null;
    rememberUser(user);
    followLanguage(user?.language ?? null);
    stop = persistCache(queryClient, cacheOptions(id));
    onStopPersisting(stop);
    live.authenticated();
    const pushKey = user?.pushKey;
    void shareWithWorker({ userId: id, ...(pushKey !== undefined && { pushKey }) });
  });
}
