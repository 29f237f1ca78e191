// The nouns device and push: phones and browsers with a push subscription, and their receipts.
import * as z from 'zod';
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
  lastReceiptAt: Instant.nullable(),
  lastError: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

/** The calls for the devices of the own account. Registering a device is a call of `push`. */
export const device = entity('device', {
  record: Device,
  organization: null,
  calls: {
    list: call({
      doc: 'The signed-in person’s devices.',
      method: 'GET',
      path: '/device',
      result: z.array(Device),
      may: 'session',
    }),
    destroy: call({
      doc: 'Forgets one of one’s own devices.',
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
      doc: 'Keeps this device’s push subscription; sent at every start and resume.',
      method: 'PUT',
      path: '/push/subscription',
      input: z.object({
        endpoint: text(1000),
        keys: z.object({ p256dh: text(200), auth: text(100) }),
        previousEndpoint: text(1000).nullable().optional(),
        name: text(100).default(''),
        installId: text(100),
        displayMode: text(40).optional(),
      }),
      result: Device,
      may: 'session',
      errors: ['E_PUSH_ENDPOINT'],
    }),
    unsubscribe: call({
      doc: 'Forgets this device’s push subscription.',
      method: 'DELETE',
      path: '/push/subscription',
      input: z.object({ endpoint: text(1000) }),
      result: z.object({ ok: z.literal(true) }),
      may: 'session',
    }),
    test: call({
      doc: 'Sends a test alarm to one of one’s own devices.',
      method: 'POST',
      path: '/push/test',
      input: z.object({ device: Id }),
      result: z.object({ pushId: Id, sentAt: Instant }),
      may: 'session',
      errors: ['E_RATE', 'E_NOT_FOUND'],
    }),
    status: call({
      doc: 'How far one push got.',
      method: 'GET',
      path: '/push/status/:id',
      input: z.object({ id: Id }),
      result: z.object({
        status: z.enum(['pending', 'sent', 'refused', 'gone', 'failed']),
        sentAt: Instant.nullable(),
        shownAt: Instant.nullable(),
        rangAt: Instant.nullable(),
        detail: z.string().nullable(),
      }),
      may: 'session',
    }),
    rang: call({
      doc: 'A person says, in the app, that a test alarm rang.',
      method: 'POST',
      path: '/push/status/:id/rang',
      input: z.object({ id: Id }),
      result: z.object({ ok: z.literal(true) }),
      may: 'session',
    }),
    receipt: call({
      doc: 'A worker says that it showed a push, or that a person touched it; by the token that came with the push.',
      method: 'POST',
      path: '/push/receipt',
      byToken: true,
      input: z.object({ token: text(1000), pushId: Id, shownAt: Instant.optional(), rangAt: Instant.optional() }),
      result: z.object({ ok: z.literal(true) }),
      may: 'public',
      errors: ['E_TOKEN'],
    }),
  },
});
