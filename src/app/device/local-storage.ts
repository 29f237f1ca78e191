// Strings in localStorage; in memory where the browser forbids storage.
const memory = new Map<string, string>();

/** Returns the stored string, null without one. Never throws. */
export function getItem(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Stores a string. Never throws. */
export function setItem(key: string, value: string): void {
  memory.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // Stays in memory only.
  }
}
