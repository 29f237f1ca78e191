// The colour theme: night, day or the setting of the device; stored on this device.

/** The chosen theme; `auto` follows the setting of the device. */
export type Theme = 'auto' | 'night' | 'day';

const key = 'backwatch.theme';
const grounds = { night: '#04131a', day: '#eaf3f5' };

/** Returns the stored choice; `auto` without one or without access to storage. */
export function getTheme(): Theme {
  try {
    const saved = localStorage.getItem(key);
    return saved === 'night' || saved === 'day' ? saved : 'auto';
  } catch {
    return 'auto';
  }
}

/** Applies a theme to the page and to the colour of the browser's bars. */
export function showTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'auto') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  const light = window.matchMedia?.('(prefers-color-scheme: light)').matches ?? false;
  const shown = theme === 'auto' ? (light ? 'day' : 'night') : theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('light') ? 'day' : meta.media.includes('dark') ? 'night' : shown;
    meta.content = grounds[theme === 'auto' ? own : shown];
  }
}

/** Stores and applies a theme. */
export function setTheme(theme: Theme): void {
  try {
    if (theme === 'auto') localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Without access to storage the choice lasts until the page is reloaded.
  }
  showTheme(theme);
}
