// Renews a push subscription that the push service replaced, and reports it to the server as far as a worker can.
import { table } from '#app/api/call-table.gen.ts';
import type { SharedState } from './store.ts';

export interface SubscriptionLike {
  endpoint: string;
  options: { applicationServerKey: ArrayBuffer | null };
  toJSON(): { keys?: Record<string, string> };
}

export interface ResubscribeParts {
  subscribe(key: ArrayBuffer | string): Promise<SubscriptionLike>;
  sharedState(): Promise<SharedState>;
  xsrfToken(): Promise<string | null>;
  put(path: string, body: Record<string, unknown>, headers: Record<string, string>): Promise<unknown>;
  broadcast(message: { v: 1; type: string }): void;
}

/** Both subscriptions of the event may be missing. Never rejects: the page repairs the subscription at its next start. */
export const onSubscriptionChange = async (
  event: { oldSubscription?: SubscriptionLike | null; newSubscription?: SubscriptionLike | null },
  parts: ResubscribeParts,
): Promise<void> => {
  try {
    const shared = await parts.sharedState();
    const key = event.oldSubscription?.options.applicationServerKey ?? shared.pushKey;
    const fresh = event.newSubscription ?? (key ? await parts.subscribe(key) : null);
    const token = await parts.xsrfToken();
    const keys = fresh?.toJSON().keys;
    if (!fresh || !keys || !token || !shared.installId) return;
    const previousEndpoint = event.oldSubscription?.endpoint ?? null;
    const body = {
      endpoint: fresh.endpoint,
      keys: { p256dh: keys.p256dh, auth: keys.auth },
      previousEndpoint,
      installId: shared.installId,
    };
    await parts.put(`/api${table.push.subscribe[1]}`, body, { 'x-xsrf-token': token });
  } catch {
    // A failure must not remove a subscription; the page checks it at every start.
  } finally {
    parts.broadcast({ v: 1, type: 'subscription' });
  }
};
