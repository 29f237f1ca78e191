// A subscription that changed is renewed where a worker can, and never destroyed.
import { expect, test } from 'vitest';
import { onSubscriptionChange, type ResubscribeParts, type SubscriptionLike } from '#sw/resubscribe.ts';

const subscription = (endpoint: string): SubscriptionLike => ({
  endpoint,
  options: { applicationServerKey: new ArrayBuffer(65) },
  toJSON: () => ({ keys: { p256dh: 'p', auth: 'a' } }),
});

const makeParts = (over: Partial<ResubscribeParts> = {}) => {
  const log: unknown[] = [];
  const parts: ResubscribeParts = {
    subscribe: async (key) => {
      log.push(['subscribe', typeof key === 'string' ? key : key.byteLength]);
      return subscription('https://push/new');
    },
    sharedState: async () => ({ pushKey: 'stored', installId: 'i1' }),
    xsrfToken: async () => 'xsrf',
    put: async (path, body, headers) => void log.push([path, body, headers]),
    broadcast: ({ type }) => void log.push(type),
    ...over,
  };
  return { parts, log };
};

test('the old key is used again, and the server receives both endpoints', async () => {
  const { parts, log } = makeParts();
  await onSubscriptionChange({ oldSubscription: subscription('https://push/old'), newSubscription: null }, parts);
  const body = {
    endpoint: 'https://push/new',
    keys: { p256dh: 'p', auth: 'a' },
    previousEndpoint: 'https://push/old',
    installId: 'i1',
  };
  expect(log).toEqual([
    ['subscribe', 65],
    ['/api/push/subscription', body, { 'x-xsrf-token': 'xsrf' }],
    'subscription',
  ]);
});

test('without the old subscription the key stored by the page is used', async () => {
  const { parts, log } = makeParts();
  await onSubscriptionChange({}, parts);
  expect(log[0]).toEqual(['subscribe', 'stored']);
});

test('a new subscription from the browser is used as it is', async () => {
  const { parts, log } = makeParts();
  await onSubscriptionChange({ newSubscription: subscription('https://push/given') }, parts);
  expect(log[0]).toMatchObject([
    '/api/push/subscription',
    { endpoint: 'https://push/given', previousEndpoint: null },
    {},
  ]);
});

test.each<[string, Partial<ResubscribeParts>]>([
  ['the cookie cannot be read', { xsrfToken: async () => null }],
  ['the page never left its install id', { sharedState: async () => ({ pushKey: 'stored' }) }],
  ['subscribing fails', { subscribe: () => Promise.reject(new Error('denied')) }],
  ['the server is away', { put: () => Promise.reject(new Error('offline')) }],
])('when %s it is left to the page, without an error', async (_name, over) => {
  const { parts, log } = makeParts(over);
  await expect(onSubscriptionChange({}, parts)).resolves.toBeUndefined();
  expect(log.at(-1)).toBe('subscription');
});
