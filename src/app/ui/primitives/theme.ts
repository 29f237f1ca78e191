// Night, day, or as the device says; remembered on this device.

/** A choice of colors; auto follows the system. */
export type Theme = 'auto' | 'night' | 'day';

const key = 'backwatch.theme';
const grounds = { night: '#04131a', day: '#eaf3f5' };

/** The chosen theme; auto without a choice, or without storage. */
export function getTheme(): Theme {
  try {
    const saved = localStorage.getItem(key);
    return saved === 'night' || saved === 'day' ? saved : 'auto';
  } catch {
    return 'auto';
  }
}

/** Puts a theme on the page, and the browser's own bars with it. */
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

/** Chooses a theme, shows it and remembers it. */
export function setTheme(theme: Theme): void {
  try {
    if (theme === 'auto') localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Closed storage only costs the memory of it.
  }
  showTheme(theme);
}
