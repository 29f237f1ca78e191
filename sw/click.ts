// Opens the page of a tapped notification: in the window that is there if possible, else in a new one.
import { runAction, confirmTestAlarm, type ActionParts } from './notification-action.ts';
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
  /** Stores the path for a page that starts cold. */
  saveOpenUrl(url: string, ts: number): Promise<void>;
  nonce(): string;
  now(): number;
}

const answerWithinMs = 1000;

/** The path of an address of this origin; `/` for another origin and for an invalid address. */
export const ownUrl = (url: unknown, origin: string): string => {
  if (typeof url !== 'string' || !URL.canParse(url, origin)) return '/';
  const resolved = new URL(url, origin);
  return resolved.origin === origin ? resolved.pathname + resolved.search + resolved.hash : '/';
};

/** Prefers the focused window, then a visible one, then any. */
export const pickWindow = (windows: readonly WindowLike[]): WindowLike | undefined =>
  windows.find((w) => w.focused) ?? windows.find((w) => w.visibilityState === 'visible') ?? windows[0];

// True if the router of the page opened it; a frozen or old page does not answer.
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
  const saved = parts.saveOpenUrl(url, parts.now()).catch(() => undefined);
  await parts.openWindow(url).catch(() => undefined);
  await saved;
};

/** The parts of a shown notification that are read here. */
export interface NotificationLike {
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

/** Handles a tap on a notification or its buttons; an unknown button opens the app. Never rejects. */
export const onClick = async (
  touched: NotificationLike,
  action: string,
  parts: ClickParts & ActionParts,
): Promise<void> => {
  const data = readData(touched.data);
  touched.close();
  if (action === 'acknowledge' || action === 'snooze' || action === 'release') {
    await runAction(action, { title: touched.title, tag: touched.tag, data }, parts);
    return;
  }
  const opened = action === 'rang' ? undefined : openUrl(data.url, parts);
  const rang = action === 'rang' || data.kind === 'test' ? confirmTestAlarm(data, parts) : undefined;
  await Promise.all([opened, rang]);
};
