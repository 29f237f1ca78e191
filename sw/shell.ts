// Caches the whole app on the device and answers navigations with it; paths of the server go to the network.
import { cacheNames, clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/**
 * Paths that are never answered with the app: API, socket, storage, health, well-known files, and names with a suffix.
 * `/auth/` is not among them: those are screens of the app, and must open offline too.
 */
export const serverPaths = [
  /^\/api\//,
  /^\/socket\.io\//,
  /^\/(?:healthz|readyz|store)(?:[/?]|$)/,
  /^\/\.well-known\//,
  /^\/__/,
  /\/[^/?]+\.[^/]+$/,
];

/** True for the message that activates a new worker. Only a page sends it: it knows a safe moment. */
export const asksToSkipWaiting = (data: unknown): boolean => {
  const message = data as { v?: unknown; type?: unknown } | null;
  // vite-plugin-pwa's own registration sends the message without a version.
  return message?.type === 'SKIP_WAITING' && (message.v === 1 || message.v === undefined);
};

/** The address of the page in the language of this build. */
declare const PAGE: string;

type Routed = ExtendableEvent & { addRoutes?: (rules: object) => Promise<void> };

/** Serves files with a content hash from the cache without starting the worker, where the browser can do that. */
const routeAssets = async (event: Routed): Promise<void> => {
  const assets = { urlPattern: { pathname: '/assets/*' } };
  // Without it the worker answers as usual, so a failure must not stop the installation.
  await event.addRoutes?.({ condition: assets, source: { cacheName: cacheNames.precache } }).catch(() => undefined);
};

/** Sets up the precache and the navigation route, and claims pages that started without a worker. */
export const precacheShell = (entries: (PrecacheEntry | string)[]): void => {
  addEventListener('install', (event) => (event as Routed).waitUntil(routeAssets(event as Routed)));
  precacheAndRoute(entries);
  cleanupOutdatedCaches();
  registerRoute(new NavigationRoute(createHandlerBoundToURL(PAGE), { denylist: serverPaths }));
  clientsClaim();
};
