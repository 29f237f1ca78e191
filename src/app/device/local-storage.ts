// Single words that this device remembers; where storage is forbidden, for as long as the page lives.
const held = new Map<string, string>();

/** What is kept under a key, null for nothing. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? held.get(key) ?? null;
  } catch {
    return held.get(key) ?? null;
  }
}

/** Keeps a word. */
export function keep(key: string, value: string): void {
  held.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // Kept in memory only.
  }
}
