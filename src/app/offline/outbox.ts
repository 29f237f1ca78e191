// The outbox of the page: actions on alarms are stored on the device, shown while they wait, and sent in order, once.
import type { ActionKind, QueuedAction } from '#contract/outbox.ts';
import { createStore } from '#app/device/create-store.ts';
import { randomId } from '#app/device/random-id.ts';
import { outboxStore, type KeyValueStore } from './idb.ts';
import { mayBeSentBy, queuedActions, sendAll, type ExpiryReason, type SendRequest } from './outbox-sender.ts';

export { type ActionKind, type ActionRequest, type Answer, type QueuedAction } from '#contract/outbox.ts';

/** The reason why an action was removed without being done: it expired, was refused, or the alarm was resolved. */
export interface Notice {
  action: QueuedAction;
  why: ExpiryReason | 'refused' | 'resolved';
  status?: number;
}

export interface OutboxOptions {
  request: SendRequest;
  onNotice(notice: Notice): void;
  /** An action was done; `body` has `outcome` and `by` when another user was first. */
  onSent(action: QueuedAction, body: unknown): void;
  /** Old actions that the user has to confirm; called after each round of sending. */
  onUnconfirmed(actions: readonly QueuedAction[]): void;
  now?: () => number;
  store?: KeyValueStore;
  /** Runs `work` under the lock of page and worker, or not at all while another holds it. */
  exclusively?: (work: () => Promise<void>) => Promise<void>;
  /** Asks the browser to wake the worker when the network is back. */
  registerSync?: () => Promise<unknown>;
  page?: { document: EventTarget & { visibilityState: string }; window: EventTarget; channel?: EventTarget };
}

/** An action as it is added. Its id is made where none is given. */
export interface NewAction {
  id?: string;
  kind: ActionKind;
  alarmId: string;
  /** The name that the action is listed under while it waits. */
  subject?: string;
  body?: Record<string, unknown>;
}

export interface Outbox {
  /**
   * Stores an action and tries to send it; resolves once it is stored. Rejects without a user or without storage.
   * The answer may come before `add` resolves: whoever waits for it chooses the id.
   */
  add(action: NewAction): Promise<QueuedAction>;
  /** Removes an action; false if it is being sent or gone, so that only the opposite action helps. */
  undo(id: string): Promise<boolean>;
  /** Sends the actions in order; call it when the socket connects. Never rejects. */
  flush(): Promise<void>;
  /** Confirms old actions and sends them. */
  confirm(actions: readonly QueuedAction[]): Promise<void>;
  /** The waiting actions of the user, oldest first; the same array until it changes. */
  waiting(): readonly QueuedAction[];
  /** The same, for a component. */
  useWaiting(): readonly QueuedAction[];
  /** Calls back after each change of the waiting actions; returns the function that ends it. */
  subscribe(listener: () => void): () => void;
  /** Sets the signed-in user; null for nobody: then only actions with a token are shown and sent. */
  setUser(userId: string | null): void;
  /** Removes the actions that this user could send, for the sign-out. Those of another user wait for that user. */
  clear(userId: string | null): Promise<void>;
  stop(): void;
}

/** Time between attempts while an action waits, ms. */
export const retryMs = 15_000;

interface Session {
  userId: string | null;
  /** True while this page sends and has the lock. */
  isSending: boolean;
  /** The id of the action that is being sent. */
  sendingId: string | null;
}

type Page = NonNullable<OutboxOptions['page']>;
type Exclusively = NonNullable<OutboxOptions['exclusively']>;

// Without Web Locks only this page is excluded; the idempotency key covers the rest.
const makeExclusively = (): Exclusively => {
  let running: Promise<void> | null = null;
  const inPage: Exclusively = (work) =>
    (running ??= work().finally(() => {
      running = null;
    }));
  const everywhere: Exclusively = (work) =>
    navigator.locks.request('backwatch-outbox', { ifAvailable: true }, (lock) => (lock ? work() : undefined));
  return globalThis.navigator?.locks ? everywhere : inPage;
};

const registerBackgroundSync = async (): Promise<void> => {
  const registration = (await globalThis.navigator?.serviceWorker?.ready) as
    | { sync?: { register(tag: string): Promise<void> } }
    | undefined;
  await registration?.sync?.register('outbox');
};

let created = 0;

/** Returns the id of a new action. Of two actions of one millisecond the earlier one has the smaller id, and is sent first. */
export const newActionId = (): string => String(created++).padStart(6, '0') + randomId();

// The waiting actions as they were read last.
const makeView = (store: KeyValueStore, session: Session) => {
  const view = createStore<readonly QueuedAction[]>([]);
  const read = async (): Promise<void> => {
    const all = await queuedActions(store).catch(() => view.get());
    const owned = all.filter((action) => mayBeSentBy(action, session.userId));
    if (JSON.stringify(owned) !== JSON.stringify(view.get())) view.set(owned);
  };
  return { ...view, read };
};

/** A hidden page leaves the sending to a visible one, which shows the outcome: it sends what still waits then, ms. */
const hiddenMs = 2000;

const isVisible = ({ document: { visibilityState } }: Page): boolean => visibilityState === 'visible';

const followPage = (page: Page, flush: () => void, read: () => void, signal: AbortSignal): void => {
  const online = () => (isVisible(page) ? flush() : setTimeout(() => signal.aborted || flush(), hiddenMs));
  page.window.addEventListener('online', online, { signal });
  const changed = () => isVisible(page) && flush();
  page.document.addEventListener('visibilitychange', changed, { signal });
  page.channel?.addEventListener('message', read, { signal });
};

const realPage = (): Page => ({ document, window, channel: new BroadcastChannel('backwatch') });

const remove = async (
  { store, exclusively }: Pick<Options, 'store' | 'exclusively'>,
  session: Session,
  id: string,
): Promise<boolean> => {
  let removed = false;
  const work = async (): Promise<void> => {
    if (session.sendingId === id || (await store.get(id)) === undefined) return;
    await store.del(id);
    // The sender may have read it before it was deleted, and sends it then.
    removed = session.sendingId !== id;
  };
  // Where another has the lock, the worker or another page may be sending just this action.
  await (session.isSending ? work() : exclusively(work));
  return removed;
};

type Options = Required<Omit<OutboxOptions, 'page'>>;

const makeCommands = (
  { store, now, exclusively }: Options,
  session: Session,
  read: () => Promise<void>,
  sendSoon: () => Promise<void>,
): Pick<Outbox, 'add' | 'undo' | 'confirm'> => ({
  add: async ({ id = newActionId(), body = {}, ...added }) => {
    const { userId } = session;
    if (userId === null) throw new Error('Nobody is signed in.');
    const createdAt = new Date(now()).toISOString();
    const action: QueuedAction = { ...added, id, body, createdAt, userId, attempts: 0, lastError: null };
    await store.set(action.id, action);
    await read();
    void sendSoon();
    return action;
  },
  undo: async (id) => {
    const removed = await remove({ store, exclusively }, session, id);
    await read();
    return removed;
  },
  confirm: async (actions) => {
    for (const { id } of actions) {
      const action = await store.get<QueuedAction>(id);
      if (action) await store.set(id, { ...action, confirmed: true });
    }
    await sendSoon();
  },
});

const sendFromPage = (options: Options, session: Session) =>
  sendAll({
    ...options,
    userId: () => session.userId,
    onSending: (id) => {
      session.sendingId = id;
    },
    onExpired: (action, why) => {
      options.onNotice({ action, why });
      return true;
    },
    onSettled: (action, { kind }, { status, body }) => {
      if (kind === 'refused') options.onNotice({ action, why: kind, status });
      else if (kind === 'resolved') options.onNotice({ action, why: kind });
      else options.onSent(action, body);
    },
  });

/** Opens the outbox: sends at the start, on `online`, when the page becomes visible, and every 15 s while an action waits. */
export const createOutbox = (given: OutboxOptions): Outbox => {
  const defaults = { now: Date.now, store: outboxStore };
  const effects = { exclusively: makeExclusively(), registerSync: registerBackgroundSync };
  const options: Options = { ...defaults, ...effects, ...given };
  const session: Session = { userId: null, isSending: false, sendingId: null };
  const view = makeView(options.store, session);
  const page = given.page ?? realPage();
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = async (): Promise<void> => {
    clearTimeout(timer);
    let unconfirmed: readonly QueuedAction[] = [];
    const work = async () => {
      session.isSending = true;
      ({ unconfirmed } = await sendFromPage(options, session).finally(() => {
        session.isSending = false;
      }));
    };
    await options.exclusively(work).catch(() => undefined);
    await view.read();
    clearTimeout(timer);
    if (view.get().length === 0 || ended.signal.aborted) return;
    timer = setTimeout(() => void send(), retryMs + (isVisible(page) ? 0 : hiddenMs));
    if (unconfirmed.length > 0) options.onUnconfirmed(unconfirmed);
  };
  // Only for actions that still wait: a worker that is woken while the page sends would take the action, and its outcome
  // would not reach the page.
  const sendSoon = async (): Promise<void> => {
    await send();
    if (view.get().length > 0) await options.registerSync().catch(() => undefined);
  };
  followPage(
    page,
    () => void send(),
    () => void view.read(),
    ended.signal,
  );
  void send();
  return {
    ...makeCommands(options, session, view.read, sendSoon),
    flush: send,
    waiting: view.get,
    useWaiting: view.use,
    subscribe: view.subscribe,
    clear: async (userId) => {
      const all = await queuedActions(options.store);
      const own = all.filter((action) => mayBeSentBy(action, userId));
      await Promise.all(own.map(({ id }) => options.store.del(id)));
      await view.read();
    },
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
