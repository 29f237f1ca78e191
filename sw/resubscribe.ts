// The push service replaced the subscription: subscribe again and tell the server, as far as a worker can.
import type { FromPage } from './store.ts';

export interface SubscriptionLike {
  endpoint: string;
  options: { applicationServerKey: ArrayBuffer | null };
  toJSON(): { keys?: Record<string, string> };
}

export interface ResubscribeParts {
  subscribe(key: ArrayBuffer | string): Promise<SubscriptionLike>;
  fromPage(): Promise<FromPage>;
  xsrfToken(): Promise<string | null>;
  put(path: string, body: Record<string, unknown>, headers: Record<string, string>): Promise<unknown>;
  tell(message: { v: 1; type: string }): void;
}

/** Both sides of the event may be missing. Never rejects: what a worker cannot finish, the page does at its next start. */
export const onSubscriptionChange = async (
  event: { oldSubscription?: SubscriptionLike | null; newSubscription?: SubscriptionLike | null },
  parts: ResubscribeParts,
): Promise<void> => {
  try {
    const told = await parts.fromPage();
    const key = event.oldSubscription?.options.applicationServerKey ?? told.pushKey;
    const fresh = event.newSubscription ?? (key ? await parts.subscribe(key) : null);
    const token = await parts.xsrfToken();
    const keys = fresh?.toJSON().keys;
    if (!fresh || !keys || !token || !told.installId) return;
    const previousEndpoint = event.oldSubscription?.endpoint ?? null;
    const body = {
      endpoint: fresh.endpoint,
      keys: { p256dh: keys.p256dh, auth: keys.auth },
      previousEndpoint,
      installId: told.installId,
    };
    await parts.put('/api/push/subscription', body, { 'x-xsrf-token': token });
  } catch {
    // Uncertainty must never destroy a subscription; the page checks it at every start.
  } finally {
    parts.tell({ v: 1, type: 'subscription' });
  }
};
