// The start of the app: kept data first, then the router and the first picture, then worker and live connection.
import { QueryClientProvider, onlineManager } from '@tanstack/react-query';
import { RouterProvider, createRouter } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app.css';
import { queryClient, whenUnauthorized } from './api/client.ts';
import { startOnline } from './live/online.ts';
import { restoreCache } from './live/offline.ts';
import { routeTree } from './routes.gen.ts';
import { Failed, NotFound } from './routes/-states.tsx';
import { lastUserId, meQuery } from './session/me.ts';
import { markDataPainted } from './session/painted.ts';
import { cacheOptions, startLive } from './session/start-live.ts';
import { openFromOutside, startWorker } from './session/worker.ts';

const RESTORE_MS = 400;

const router = createRouter({
  routeTree,
  scrollRestoration: true,
  defaultPendingMs: 300,
  defaultErrorComponent: Failed,
  defaultNotFoundComponent: NotFound,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

async function start(): Promise<void> {
  startOnline(onlineManager);
  await restoreCache(queryClient, { ...cacheOptions(lastUserId()), limitMs: RESTORE_MS });
  whenUnauthorized(() => void queryClient.invalidateQueries({ queryKey: meQuery.queryKey }));
  markDataPainted(queryClient);
  const root = document.getElementById('app');
  if (root === null) throw new Error('the page lacks #app');
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  openFromOutside((path) => router.history.push(path));
  startLive();
  startWorker();
}

// A chunk that is gone means another version on the server: one reload, never while offline, never in a loop.
window.addEventListener('vite:preloadError', (event) => {
  const key = 'backwatch.reloaded';
  if (!navigator.onLine || sessionStorage.getItem(key) === import.meta.url) return;
  sessionStorage.setItem(key, import.meta.url);
  event.preventDefault();
  location.reload();
});

void start();
