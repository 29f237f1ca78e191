// What a person did about an alarm while the server could not be reached: kept on the device, sent in order, once.
import { v7 } from 'uuid';
import { isOld, type ActKind, type QueuedAct } from '#contract/outbox.ts';
import { outboxShelf, type Shelf } from './idb.ts';
import { kept, mayBeSentBy, sendAll, type SendOptions, type Session } from './outbox-sender.ts';

export { type ActKind, type ActRequest, type Answer, type QueuedAct } from '#contract/outbox.ts';
export { type Notice } from './outbox-sender.ts';

export interface OutboxOptions
  extends Pick<SendOptions, 'send' | 'onNotice' | 'onSent'>, Partial<Pick<SendOptions, 'now' | 'shelf'>> {
  /** These wait for the person to say that they still hold: they are old. Said after each round of sending. */
  onOld(acts: readonly QueuedAct[]): void;
  /** Runs `work` alone among pages and worker, or not at all when another is at it. */
  alone?: (work: () => Promise<void>) => Promise<void>;
  /** Asks the browser to wake the worker when the network is back. */
  registerSync?: () => Promise<unknown>;
  page?: { document: EventTarget & { visibilityState: string }; window: EventTarget; channel?: EventTarget };
}

export interface Outbox {
  /** Keeps an act and tries to send it; resolves once it is kept. Rejects when nobody is signed in or the device cannot keep it. */
  add(act: { kind: ActKind; alarmId: string; body?: Record<string, unknown> }): Promise<QueuedAct>;
  /** Takes an act back; false when it is on its way or gone, so that only its opposite helps. */
  undo(id: string): Promise<boolean>;
  /** Sends what it can, in order; call it when the socket connects. Never rejects. */
  flush(): Promise<void>;
  /** The person says that these old acts still hold. */
  confirm(acts: readonly QueuedAct[]): Promise<void>;
  /** What this person has waiting, oldest first; the same array until it changes. */
  waiting(): readonly QueuedAct[];
  /** Calls back whenever what waits changes; returns what ends it. */
  subscribe(listener: () => void): () => void;
  /** Whose acts are shown and sent; null: nobody is signed in, so only acts with a token are. */
  setUser(userId: string | null): void;
  /** Forgets everything that waits: at logout, after asking. */
  clear(): Promise<void>;
  stop(): void;
}

/** How often it tries while something waits, ms. */
export const retryMs = 15_000;

type Page = NonNullable<OutboxOptions['page']>;

type Alone = NonNullable<OutboxOptions['alone']>;

// Without Web Locks only this page is excluded; the idempotency key covers the rest.
const makeAlone = (): Alone => {
  let running: Promise<void> | null = null;
  const here: Alone = (work) =>
    (running ??= work().finally(() => {
      running = null;
    }));
  const everywhere: Alone = (work) =>
    navigator.locks.request('backwatch-outbox', { ifAvailable: true }, (lock) => (lock ? work() : undefined));
  return globalThis.navigator?.locks ? everywhere : here;
};

const askForSync = async (): Promise<void> => {
  const registration = (await globalThis.navigator?.serviceWorker?.ready) as
    | { sync?: { register(tag: string): Promise<void> } }
    | undefined;
  await registration?.sync?.register('outbox');
};

// What waits, for screens: the last reading of the shelf, and who wants to know of the next.
const makeView = (shelf: Shelf, session: Session) => {
  let acts: readonly QueuedAct[] = [];
  const listeners = new Set<() => void>();
  const read = async (): Promise<void> => {
    const all = await kept(shelf).catch(() => acts);
    const fresh = all.filter((act) => mayBeSentBy(act, session.userId));
    if (JSON.stringify(fresh) === JSON.stringify(acts)) return;
    acts = fresh;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return { read, subscribe, waiting: () => acts };
};

const followPage = (page: Page, flush: () => void, read: () => void, signal: AbortSignal): void => {
  page.window.addEventListener('online', flush, { signal });
  const seen = () => page.document.visibilityState === 'visible' && flush();
  page.document.addEventListener('visibilitychange', seen, { signal });
  page.channel?.addEventListener('message', read, { signal });
};

const realPage = (): Page => ({ document, window, channel: new BroadcastChannel('backwatch') });

const takeBack = async (shelf: Shelf, session: Session, id: string): Promise<boolean> => {
  if (session.onItsWay === id || (await shelf.get(id)) === undefined) return false;
  await shelf.del(id);
  // Read by the sender before it was deleted, it is on its way all the same.
  return session.onItsWay !== id;
};

type Options = Required<Omit<OutboxOptions, 'page'>>;

/** What puts acts in, takes them out and says that they hold. */
const makeActs = (
  options: Options,
  session: Session,
  read: () => Promise<void>,
  sendSoon: () => Promise<void>,
): Pick<Outbox, 'add' | 'undo' | 'confirm'> => {
  const { shelf } = options;
  return {
    add: async ({ kind, alarmId, body = {} }) => {
      const { userId } = session;
      if (userId === null) throw new Error('Nobody is signed in.');
      const createdAt = new Date(options.now()).toISOString();
      const act: QueuedAct = { id: v7(), kind, alarmId, body, createdAt, userId, attempts: 0, lastError: null };
      await shelf.set(act.id, act);
      await read();
      void sendSoon();
      return act;
    },
    undo: async (id) => {
      const taken = await takeBack(shelf, session, id);
      await read();
      return taken;
    },
    confirm: async (acts) => {
      for (const { id } of acts) {
        const act = await shelf.get<QueuedAct>(id);
        if (act) await shelf.set(id, { ...act, confirmed: true });
      }
      await sendSoon();
    },
  };
};

/** Opens the outbox: reads what waits, and sends on start, on `online`, when the page is seen, and every 15 s while something waits. */
export const createOutbox = (given: OutboxOptions): Outbox => {
  const defaults = { now: Date.now, shelf: outboxShelf, alone: makeAlone(), registerSync: askForSync };
  const options: Options = { ...defaults, ...given };
  const session: Session = { userId: null, onItsWay: null };
  const view = makeView(options.shelf, session);
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = async (): Promise<void> => {
    clearTimeout(timer);
    await options.alone(() => sendAll(options, session)).catch(() => undefined);
    await view.read();
    clearTimeout(timer);
    if (view.waiting().length === 0 || ended.signal.aborted) return;
    timer = setTimeout(() => void send(), retryMs);
    const old = view.waiting().filter((act) => isOld(act, options.now()));
    if (old.length > 0) options.onOld(old);
  };
  // Only for what is still here: woken while the page sends, the worker would take the act and the page not hear the outcome.
  const sendSoon = async (): Promise<void> => {
    await send();
    if (view.waiting().length > 0) await options.registerSync().catch(() => undefined);
  };
  followPage(
    given.page ?? realPage(),
    () => void send(),
    () => void view.read(),
    ended.signal,
  );
  void send();
  return {
    ...makeActs(options, session, view.read, sendSoon),
    flush: send,
    waiting: view.waiting,
    subscribe: view.subscribe,
    clear: () => options.shelf.clear().then(view.read),
    setUser: (id) => {
      session.userId = id;
      void (id === null ? view.read() : send());
    },
    stop: () => {
      ended.abort();
      clearTimeout(timer);
    },
  };
};
