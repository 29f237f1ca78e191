// The storage of the worker: queued actions, the page to open, the state that the page shares. Never the query cache.
import { readActions, type QueuedAction, type StoredAction } from '#contract/outbox.ts';
import type { OutboxStore } from '#app/offline/outbox-sender.ts';
import { createStore, del, get, set, values, type UseStore } from 'idb-keyval';

/** The state that the page shares, so that the worker can act without a page. */
export interface SharedState {
  userId?: string | null;
  pushKey?: string;
  installId?: string;
}

const deadConnectionErrors = new Set(['InvalidStateError', 'UnknownError']);

// iOS kills the connections of a backgrounded app and idb-keyval keeps the dead one: opens a new one, once.
const reopening = (database: string, name: string): UseStore => {
  let store = createStore(database, name);
  return async (mode, work) => {
    try {
      return await store(mode, work);
    } catch (error) {
      if (!(error instanceof Error && deadConnectionErrors.has(error.name))) throw error;
      store = createStore(database, name);
      return store(mode, work);
    }
  };
};

const actions = reopening('backwatch-outbox', 'acts');
const state = reopening('backwatch-worker', 'state');

/** The stored actions, for the sender. The page uses the same database, store and records. */
export const outbox: OutboxStore = {
  get: (key) => get(key, actions),
  set: (key, value) => set(key, value, actions),
  del: (key) => del(key, actions),
  values: () => values(actions),
};

/** Every queued action, oldest first. */
export const queuedActions = async (): Promise<QueuedAction[]> => readActions(await outbox.values<StoredAction>());

/** Stores an action; the same id again replaces it, so a second press queues nothing twice. */
export const saveAction = (action: QueuedAction): Promise<void> => outbox.set(action.id, action);

export const removeAction = (id: string): Promise<void> => outbox.del(id);

/** Stores the path for a page that starts cold: the platform may lose both the message and the address of the window. */
export const saveOpenUrl = (url: string, ts: number): Promise<void> => set('open', { url, ts }, state);

export const sharedState = async (): Promise<SharedState> => (await get<SharedState>('page', state)) ?? {};
