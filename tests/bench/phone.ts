// A phone of 390 x 844 px with a touch screen, in headless Chromium.
import { chromium, type BrowserContext } from 'playwright-core';
import type { Cookies } from './fleet-rows.ts';

/** The factor by which a phone's processor is emulated to be slower than that of this machine. */
export const SLOWER = 4;
export const VIEWPORT = { width: 390, height: 844 };
export const chrome = { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] };

export async function openPhone(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, { ...chrome, viewport: VIEWPORT, hasTouch: true, isMobile: true });
}

/** Signs in as an administrator of the fleet, for a day. */
export async function addSession(context: BrowserContext, origin: string, { watchers }: Cookies): Promise<void> {
  const expires = Math.floor(Date.now() / 1000) + 86_400;
  const value = watchers[0] ?? '';
  await context.addCookies([{ name: 'bw_session', value, url: origin, httpOnly: true, expires }]);
}
