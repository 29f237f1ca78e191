// The position of the Share button in the browsers of iPhone and iPad. Pure.
import { isTablet } from '#app/device/device.ts';

/** The first Safari on iPhone that hides Share in the menu with three dots. */
const FIRST_WITH_DOTS = 26;

/** `nowhere`: the browser inside another app cannot install anything. */
export type ShareButton = 'dots' | 'bottom' | 'top' | 'address' | 'nowhere';

/** Finds the Share button: below three dots, in the bottom or top bar, or next to the address. */
export function shareButtonOf(userAgent: string): ShareButton {
  if (/CriOS|FxiOS|EdgiOS/.test(userAgent)) return 'address';
  if (!userAgent.includes('Safari/')) return 'nowhere';
  if (isTablet(userAgent)) return 'top';
  const version = Number(/Version\/(\d+)/.exec(userAgent)?.[1] ?? 0);
  return version >= FIRST_WITH_DOTS ? 'dots' : 'bottom';
}
