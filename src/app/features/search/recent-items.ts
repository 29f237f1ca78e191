// The records and screens that were opened last from the search, on this device, until the sign-out.
import { cachedSession } from '#app/auth/me.ts';
import { storeSearches, storedSearches } from '#app/device/search-recent.ts';
import type { IconName } from '#app/ui/primitives/icon.tsx';

const MOST = 6;

/** One opened record or screen. */
export interface RecentItem {
  to: string;
  label: string;
  note: string;
  icon: IconName;
}

const person = (): string => cachedSession()?.user?.id ?? '';

/** Returns the items of the signed-in person, the last one first. */
export function recentItems(): readonly RecentItem[] {
  try {
    const stored = JSON.parse(storedSearches() || '{}') as { person?: string; opened?: RecentItem[] };
    return stored.person === person() && Array.isArray(stored.opened) ? stored.opened : [];
  } catch {
    return [];
  }
}

/** Puts an item first. */
export function noteOpened({ to, label, note, icon }: RecentItem): void {
  const others = recentItems().filter((one) => one.to !== to);
  const opened = [{ to, label, note, icon }, ...others].slice(0, MOST);
  // Under `items` earlier versions stored notes with the state of that moment.
  storeSearches(JSON.stringify({ person: person(), opened }));
}
