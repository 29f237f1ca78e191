// What the worker keeps between its lives: queued acts, the page to open, what the page told it. Own databases, never the query cache.
import { inOrder, type QueuedAct } from '#contract/outbox.ts';
import { createStore, del, get, set, update, values, type UseStore } from 'idb-keyval';

/** What the page tells the worker, so that the worker can act when no page lives. */
export interface FromPage {
  userId?: string | null;
  pushKey?: string;
  installId?: string;
}

const lost = new Set(['InvalidStateError', 'UnknownError']);

// iOS kills the connections of a backgrounded app and idb-keyval keeps using the dead one: open anew, once.
const reopening = (database: string, name: string): UseStore => {
  let store = createStore(database, name);
  return async (mode, work) => {
    try {
      return await store(mode, work);
    } catch (error) {
      if (!(error instanceof Error && lost.has(error.name))) throw error;
      store = createStore(database, name);
      return store(mode, work);
    }
  };
};

const acts = reopening('backwatch-outbox', 'acts');
const state = reopening('backwatch-worker', 'state');

/** Every queued act, oldest first. */
export const queuedActs = async (): Promise<QueuedAct[]> => inOrder(await values<QueuedAct>(acts));

/** Keeps an act; the same id again replaces it, so a second press queues nothing twice. */
export const keepAct = (act: QueuedAct): Promise<void> => set(act.id, act, acts);

export const dropAct = (id: string): Promise<void> => del(id, acts);

/** Notes something about an act; one that somebody else removed meanwhile stays removed. */
export const noteAct = async (act: QueuedAct, changed: Partial<QueuedAct>): Promise<void> => {
  if ((await get(act.id, acts)) !== undefined) await set(act.id, { ...act, ...changed }, acts);
};

/** Leaves word for a page that starts cold: the platform may lose both the message and the address of the window. */
export const leaveUrl = (url: string, ts: number): Promise<void> => set('open', { url, ts }, state);

export const fromPage = async (): Promise<FromPage> => (await get<FromPage>('page', state)) ?? {};

/** Remembers the newest push key, for a subscription that changes while no page lives. */
export const keepFromPage = (told: FromPage): Promise<void> =>
  update<FromPage>('page', (before) => ({ ...before, ...told }), state);
