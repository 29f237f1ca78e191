// The first thing that runs: theme and the repair link; then the app itself. Its script imports no other.
import { askEarly } from '#app/auth/early-session.ts';
import { getTheme, showTheme } from '#app/ui/primitives/theme.ts';

// iOS may evict part of the cached app: then the page stays white until the caches are filled anew. Never while offline.
async function repair(event: Event): Promise<void> {
  if (!navigator.onLine) return;
  event.preventDefault();
  const registrations = (await navigator.serviceWorker?.getRegistrations().catch(() => [])) ?? [];
  for (const name of await caches.keys().catch(() => [])) await caches.delete(name);
  await Promise.all(registrations.map((registration) => registration.update().catch(() => undefined)));
  location.reload();
}

/**
 * Fetches the script of the lists beside those of the start, for all pages but Watch, Alarms and those of sign-in: the start
 * would request it only once it runs. A page of the development server names no such script. Systems on a slow phone, largest
 * paint: 2,458 ms with it, 2,624 without (`npm run bench -- lighthouse`, in turn, seven and six rounds).
 */
function preloadLists(): void {
  const script = document.querySelector<HTMLMetaElement>('meta[name="script-lists"]')?.content;
  if (!script || /^\/(?:admin\/alarms|auth\/.*)?$/.test(location.pathname)) return;
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'modulepreload', href: script, crossOrigin: '' }),
  );
}

/**
 * Creates a number format while the scripts of the start are fetched. The first one of a page loads the data of the language,
 * 80 ms on a slow phone, which the first screen would else wait for. It has a task of its own after the first frame: before it,
 * it would delay that frame. Lighthouse, in turn, five rounds: Watch 93 points with it and 88 without, Systems 94 and 90.
 */
function preloadNumberFormat(): void {
  const create = () => void new Intl.NumberFormat(document.documentElement.lang).format(0);
  requestAnimationFrame(() => setTimeout(create));
}

preloadLists();
showTheme(getTheme());
askEarly();
preloadNumberFormat();
document.getElementById('repair')?.addEventListener('click', (event) => void repair(event));
import('./main.tsx').catch((error: unknown) => {
  console.error(error);
  document.querySelector('.frame-stuck')?.setAttribute('style', 'visibility: visible');
});
