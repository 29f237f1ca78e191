// What was opened from the search last, on this device and by this person.
import { cachedSession } from '#app/auth/me.ts';
import { getItem, setItem } from '#app/device/local-storage.ts';
import type { IconName } from '#app/ui/primitives/icon.tsx';

const MOST = 6;

/** One opened record or screen. */
export interface RecentItem {
  to: string;
  label: string;
  note: string;
  icon: IconName;
}

const keyNow = (): string => `search-recent ${cachedSession()?.user?.id ?? ''}`;

/** Returns the items, the last one first. */
export function recentItems(): readonly RecentItem[] {
  try {
    const value: unknown = JSON.parse(getItem(keyNow()) ?? '[]');
    return Array.isArray(value) ? (value as RecentItem[]) : [];
  } catch {
    return [];
  }
}

/** Puts an item first. */
export function noteOpened({ to, label, note, icon }: RecentItem): void {
  const others = recentItems().filter((one) => one.to !== to);
  setItem(keyNow(), JSON.stringify([{ to, label, note, icon }, ...others].slice(0, MOST)));
}
