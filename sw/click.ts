// A tap opens the right place: focus the app that is there, let its router go there, and only else open a window.
import { actOn, sayItRang, type ActParts } from './act.ts';
import type { NotificationData } from './push.ts';

export interface WindowLike {
  focused: boolean;
  visibilityState: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

export interface ClickParts {
  origin: string;
  windows(): Promise<readonly WindowLike[]>;
  openWindow(url: string): Promise<unknown>;
  /** Leaves the address for a page that starts cold. */
  leaveUrl(url: string, ts: number): Promise<void>;
  nonce(): string;
  now(): number;
}

const answerWithinMs = 1000;

/** The address within our own origin, from the root; what is foreign or unreadable becomes the root. */
export const ownUrl = (url: unknown, origin: string): string => {
  if (typeof url !== 'string' || !URL.canParse(url, origin)) return '/';
  const resolved = new URL(url, origin);
  return resolved.origin === origin ? resolved.pathname + resolved.search + resolved.hash : '/';
};

/** Prefers the focused window, then a visible one, then any. */
export const pickWindow = (windows: readonly WindowLike[]): WindowLike | undefined =>
  windows.find((w) => w.focused) ?? windows.find((w) => w.visibilityState === 'visible') ?? windows[0];

// True when the page's router took it; a frozen or old page says nothing.
const askRouter = (client: WindowLike, url: string, nonce: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const end = (taken: boolean) => {
      clearTimeout(timer);
      port1.close();
      resolve(taken);
    };
    const timer = setTimeout(() => end(false), answerWithinMs);
    port1.onmessage = (event: MessageEvent) => end((event.data as { nonce?: unknown } | null)?.nonce === nonce);
    try {
      client.postMessage({ v: 1, type: 'open', url, nonce }, [port2]);
    } catch {
      end(false);
    }
  });

const useWindow = async (client: WindowLike, url: string, parts: ClickParts): Promise<boolean> => {
  // Focus first: a tap grants one short activation, and navigate() would spend it.
  await client.focus().catch(() => undefined);
  if (await askRouter(client, url, parts.nonce())) return true;
  return client.navigate(url).then(
    (navigated) => navigated !== null,
    () => false,
  );
};

/** Brings the app to `url`. Never rejects; a foreign address opens the root instead. */
export const openUrl = async (wanted: unknown, parts: ClickParts): Promise<void> => {
  const url = ownUrl(wanted, parts.origin);
  const client = pickWindow(await parts.windows().catch(() => []));
  if (client && (await useWindow(client, url, parts))) return;
  // Begun before the window opens but not awaited: waiting could outlive the activation that openWindow needs.
  const left = parts.leaveUrl(url, parts.now()).catch(() => undefined);
  await parts.openWindow(url).catch(() => undefined);
  await left;
};

/** The parts of a shown notification that a touch needs. */
export interface TouchedLike {
  title: string;
  tag: string;
  data: unknown;
  close(): void;
}

const readData = (data: unknown): NotificationData => ({
  url: '/',
  ...(data as Partial<NotificationData> | null),
  v: 1,
});

/** A touch on a notification or on one of its buttons; a button that this worker does not know opens the app. Never rejects. */
export const onClick = async (touched: TouchedLike, action: string, parts: ClickParts & ActParts): Promise<void> => {
  const data = readData(touched.data);
  touched.close();
  if (action === 'acknowledge' || action === 'snooze') {
    await actOn(action, { title: touched.title, tag: touched.tag, data }, parts);
    return;
  }
  const opened = action === 'rang' ? undefined : openUrl(data.url, parts);
  const rang = action === 'rang' || data.kind === 'test' ? sayItRang(data, parts) : undefined;
  await Promise.all([opened, rang]);
};
