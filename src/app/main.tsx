// The start of the app: stored data first, then the router and the first paint, then worker and live connection.
import { QueryClientProvider, onlineManager } from '@tanstack/react-query';
import { RouterProvider, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import './app.css';
import { queryClient, whenUnauthorized } from '#app/api/query-client.ts';
import { captureInstallPrompt } from '#app/device/install-offer.ts';
import { applyLanguage, setAccountZone } from '#app/device/reader.ts';
import { withFallback } from '#app/offline/idb.ts';
import { startOnline } from '#app/offline/online.ts';
import { restoreCache } from '#app/offline/restore-cache.ts';
import { routeTree } from './routes.gen.ts';
import { cachedSession, lastUserId, meQuery } from '#app/auth/me.ts';
import { dataPainted } from '#app/device/performance-marks.ts';
import { reloadPage } from '#app/device/reload.ts';
import { createRouterHistory } from '#app/features/shell/router-history.ts';
import { cacheOptions } from '#app/offline/cache-options.ts';

const RESTORE_MS = 400;
const TRY_AGAIN_MS = 5000;
/** The deferred start waits at most this long for the first data, ms: a page may have none. */
const DATA_MS = 1000;

const states = () => import('#app/features/shell/error-pages.tsx');

const router = createRouter({
  routeTree,
  history: createRouterHistory(),
  scrollRestoration: true,
  defaultPendingMs: 300,
  defaultErrorComponent: lazyRouteComponent(states, 'Failed'),
  defaultNotFoundComponent: lazyRouteComponent(states, 'NoRoute'),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

// Read by zod in the lazy chunks: else it tries `new Function`, which the content security policy reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

async function start(): Promise<void> {
  captureInstallPrompt();
  applyLanguage();
  setAccountZone(() => cachedSession()?.user?.timeZone ?? '');
  startOnline(onlineManager);
  await restoreCache(queryClient, { ...cacheOptions(lastUserId()), limitMs: RESTORE_MS });
  whenUnauthorized(() => void queryClient.invalidateQueries({ queryKey: meQuery.queryKey }));
  const painted = dataPainted(queryClient);
  // The frame of the page, with its way to repair, stays until there is something in its place.
  await router.load();
  // React itself says so where the page lacks it.
  const root = createRoot(document.getElementById('app') as HTMLElement);
  // A transition gives way to input and to other scripts between its components.
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
  // Cold start on a slow phone: 1,203 ms, and 1,304 with the deferred start beside the first render (`npm run bench --
  // cold-start`, in turn).
  await withFallback(DATA_MS, painted, undefined);
  void follow();
}

// Without it the page says that it is not live.
async function follow(): Promise<void> {
  try {
    const { startDeferred } = await import('#app/device/deferred-start.ts');
    startDeferred((path) => router.history.push(path));
  } catch (error) {
    console.error(error);
    setTimeout(() => void follow(), TRY_AGAIN_MS);
  }
}

// A chunk that is gone means another version on the server: one reload, never while offline, never in a loop.
window.addEventListener('vite:preloadError', (event) => {
  const key = 'backwatch.reloaded';
  if (!navigator.onLine || sessionStorage.getItem(key) === import.meta.url) return;
  sessionStorage.setItem(key, import.meta.url);
  event.preventDefault();
  reloadPage();
});

void start();
