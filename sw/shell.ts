// Keeps the whole app on the device and answers navigations with it; the server's own paths go to the network.
import { cacheNames, clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/**
 * Never answered with the app: the server's calls, the socket, its store and its word on how it is, well-known files,
 * whatever looks like a file.
 * `/auth/` is not among them: those are screens of the app, and must open offline too.
 */
export const notTheApp = [
  /^\/api\//,
  /^\/socket\.io\//,
  /^\/(?:healthz|readyz|store)(?:[/?]|$)/,
  /^\/\.well-known\//,
  /^\/__/,
  /\/[^/?]+\.[^/]+$/,
];

/** Only a page may end the wait of a new worker: it knows a safe moment. */
export const asksToSkipWaiting = (data: unknown): boolean => {
  const message = data as { v?: unknown; type?: unknown } | null;
  // vite-plugin-pwa's own registration sends the message without a version.
  return message?.type === 'SKIP_WAITING' && (message.v === 1 || message.v === undefined);
};

type Routed = ExtendableEvent & { addRoutes?: (rules: object) => Promise<void> };

/** What carries its content in its name comes out of the cache without waking the worker, where browsers can do that. */
const routeAssets = async (event: Routed): Promise<void> => {
  const assets = { urlPattern: { pathname: '/assets/*' } };
  // Without it the worker answers as ever: no reason to fail its installation.
  await event.addRoutes?.({ condition: assets, source: { cacheName: cacheNames.precache } }).catch(() => undefined);
};

/** Precache, the navigation route and the claim of pages that started without a worker. */
export const keepShell = (entries: (PrecacheEntry | string)[]): void => {
  addEventListener('install', (event) => (event as Routed).waitUntil(routeAssets(event as Routed)));
  precacheAndRoute(entries);
  cleanupOutdatedCaches();
  registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: notTheApp }));
  clientsClaim();
};
