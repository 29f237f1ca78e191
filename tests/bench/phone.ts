// A phone of 390 x 844 px with a touch screen and a desk of 1440 x 900 px, in headless Chromium.
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type BrowserContext } from 'playwright-core';
import { chrome } from '../browsers.ts';
import type { Cookies } from './fleet-rows.ts';
import type { CdpSession } from './trace.ts';

/** The factor by which a phone's processor is emulated to be slower than that of this machine. */
export const SLOWER = 4;
export const VIEWPORT = { width: 390, height: 844 };
export const DESK = { width: 1440, height: 900 };

/** Touch events a second, as phones report them. */
const TOUCH_RATE = 120;

export async function openPhone(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, { ...chrome, viewport: VIEWPORT, hasTouch: true, isMobile: true });
}

/** A desk with a mouse. */
export async function openDesk(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, { ...chrome, viewport: DESK });
}

/** Signs in as an administrator of the fleet, for a day. */
export async function addSession(context: BrowserContext, origin: string, { watchers }: Cookies): Promise<void> {
  const expires = Math.floor(Date.now() / 1000) + 86_400;
  const value = watchers[0] ?? '';
  await context.addCookies([{ name: 'bw_session', value, url: origin, httpOnly: true, expires }]);
}

/**
 * Drags one finger by `distance` px at a steady `speed` (px a second); a negative distance moves it upwards.
 *
 * `Input.synthesizeScrollGesture` has no effect for touch in Chromium on Linux: its touches arrive but never scroll.
 */
export async function drag(cdp: CdpSession, distance: number, speed: number): Promise<void> {
  const x = VIEWPORT.width / 2;
  const from = VIEWPORT.height * (distance < 0 ? 0.7 : 0.3);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [{ x, y: from }]);
  const begun = performance.now();
  const moves: Promise<unknown>[] = [];
  for (let moved = 0; moved < Math.abs(distance);) {
    await wait(Math.max(0, begun + ((moves.length + 1) * 1000) / TOUCH_RATE - performance.now()));
    moved = Math.min(Math.abs(distance), ((performance.now() - begun) / 1000) * speed);
    // Not awaited: a slow page must not slow the finger down.
    moves.push(touch('touchMove', [{ x, y: from + Math.sign(distance) * moved }]));
  }
  await Promise.all(moves);
  await touch('touchEnd', []);
}

/**
 * Turns the wheel of a mouse over the middle of a desk, by `distance` px at a steady `speed`; as `drag`. The browser makes the
 * turns itself: `Input.dispatchMouseEvent` waits for each turn, and a page without a script gets 16 frames a second then,
 * where it has 56 by this gesture.
 */
export async function wheel(cdp: CdpSession, distance: number, speed: number): Promise<void> {
  const at = { x: DESK.width / 2, y: DESK.height / 2 };
  await cdp.send('Input.synthesizeScrollGesture', { ...at, yDistance: distance, speed, gestureSourceType: 'mouse' });
}
