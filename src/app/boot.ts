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

showTheme(getTheme());
askEarly();
document.getElementById('repair')?.addEventListener('click', (event) => void repair(event));
import('./main.tsx').catch((error: unknown) => {
  console.error(error);
  document.querySelector('.frame-stuck')?.setAttribute('style', 'visibility: visible');
});
// The first use of Intl takes 18 ms. Here it runs while the other scripts are on their way.
Intl.DateTimeFormat();
