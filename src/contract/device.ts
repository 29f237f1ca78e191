// The nouns device and push: phones and browsers with a push subscription, and their receipts.
import * as z from 'zod/mini';
import { SendFault } from './cause.ts';
import { Id, Instant, call, entity, text } from './define.ts';

/** A device with a push subscription. The endpoint and its keys are secrets and never part of an answer. */
export const Device = z.object({
  id: Id,
  user: Id,
  name: z.string(),
  /** Host of the push service. The full endpoint is a secret. */
  service: z.string(),
  installId: z.string(),
  lastSeenAt: Instant,
  lastReceiptAt: z.nullable(Instant),
  lastError: z.nullable(SendFault),
  createdAt: Instant,
  updatedAt: Instant,
});

/** The calls for the devices of the own account. Registering a device is a call of `push`. */
export const device = entity('device', {
  record: Device,
  organization: null,
  calls: {
    list: call({
      doc: 'Lists the devices of the signed-in user.',
      method: 'GET',
      path: '/device',
      result: z.array(Device),
      may: 'session',
    }),
    destroy: call({
      doc: 'Removes one device of the signed-in user. It no longer receives push messages; a session of its own ends with it.',
      method: 'DELETE',
      path: '/device/:id',
      input: z.object({ id: Id }),
      result: Device,
      may: 'session',
    }),
  },
});

/** The calls of push delivery: subscription, test alarm and receipts. */
export const push = entity('push', {
  record: Device,
  organization: null,
  calls: {
    subscribe: call({
      doc: 'Creates or refreshes the push subscription of this device. The app calls it at every start and resume. An endpoint that belongs to another user is taken over only with its stored keys, which that browser alone has.',
      method: 'PUT',
      path: '/push/subscription',
      input: z.object({
        endpoint: text(1000),
        keys: z.object({ p256dh: text(200), auth: text(100) }),
        previousEndpoint: z.optional(z.nullable(text(1000))),
        name: z._default(text(100), ''),
        installId: text(100),
        displayMode: z.optional(text(40)),
        /** IANA zone. One that the server does not know is not stored: the device rings all the same. */
        timeZone: z.optional(text(100)),
      }),
      result: Device,
      may: 'session',
      errors: ['E_PUSH_ENDPOINT', 'E_ENDPOINT_IN_USE'],
    }),
    check: call({
      doc: 'Returns whether pushes still reach this browser, for a page without a session. Authenticated by the secret of the subscription, which only this browser has.',
      method: 'POST',
      path: '/push/check',
      input: z.object({ endpoint: text(1000), auth: text(100) }),
      result: z.object({ rings: z.boolean() }),
      may: 'public',
    }),
    unsubscribe: call({
      doc: 'Removes the push subscription of this device.',
      method: 'DELETE',
      path: '/push/subscription',
      input: z.object({ endpoint: text(1000) }),
      result: z.object({ ok: z.literal(true) }),
      may: 'session',
    }),
    test: call({
      doc: 'Sends a test alarm to one device of the signed-in user.',
      method: 'POST',
      path: '/push/test',
      input: z.object({ device: Id }),
      result: z.object({ pushId: Id, sentAt: Instant }),
      may: 'session',
      errors: ['E_RATE', 'E_NOT_FOUND'],
    }),
    status: call({
      doc: 'Returns the delivery state of one push message, with the times at which it was sent, shown and confirmed.',
      method: 'GET',
      path: '/push/status/:id',
      input: z.object({ id: Id }),
      result: z.object({
        status: z.enum(['pending', 'sent', 'refused', 'gone', 'failed']),
        sentAt: z.nullable(Instant),
        shownAt: z.nullable(Instant),
        rangAt: z.nullable(Instant),
        detail: z.nullable(SendFault),
      }),
      may: 'session',
    }),
    rang: call({
      doc: 'Records that the user confirmed a test alarm in the app.',
      method: 'POST',
      path: '/push/status/:id/rang',
      input: z.object({ id: Id }),
      result: z.object({ ok: z.literal(true) }),
      may: 'session',
    }),
    receipt: call({
      doc: 'Records that a push message was shown or confirmed. Authenticated by the token of the push message.',
      method: 'POST',
      path: '/push/receipt',
      byToken: true,
      input: z.object({ token: text(1000), pushId: Id, shownAt: z.optional(Instant), rangAt: z.optional(Instant) }),
      result: z.object({ ok: z.literal(true) }),
      may: 'public',
      errors: ['E_TOKEN'],
    }),
  },
});
