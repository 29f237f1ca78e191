// Installing the app: the browser's offer, kept until a person asks for it; whether it is installed; whether it was declined.
import { useSyncExternalStore } from 'react';
import { type Platform, isStandalone, thisPlatform } from './this-device.ts';

interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/**
 * - installed: this page is the installed app, or it was installed from here.
 * - offered: the browser asks when it is told to.
 * - byHand: only the person can, in the browser's own menu.
 * - none: this browser does not say.
 */
export type InstallWay = 'installed' | 'offered' | 'byHand' | 'none';

const DECLINED = 'backwatch.install-declined';
const listeners = new Set<() => void>();
let kept: InstallPrompt | null = null;
let installed = false;
let declined: boolean | null = null;

function tell(): void {
  for (const listener of listeners) listener();
}

/** Catches the offer; must run before the browser makes it. */
export function keepInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    kept = event as InstallPrompt;
    tell();
  });
  window.addEventListener('appinstalled', () => {
    kept = null;
    installed = true;
    tell();
  });
}

/** How the app gets onto this device, from what is known of it. */
export function wayOf(known: { standalone: boolean; offered: boolean; platform: Platform }): InstallWay {
  if (known.standalone) return 'installed';
  if (known.offered) return 'offered';
  return known.platform === 'iphone' ? 'byHand' : 'none';
}

const way = (): InstallWay =>
  wayOf({ standalone: installed || isStandalone(), offered: kept !== null, platform: thisPlatform() });

/** Shows the browser's own question, once; true when it was accepted. */
export async function install(): Promise<boolean> {
  const offer = kept;
  kept = null;
  const accepted = offer !== null && (await offer.prompt()).outcome === 'accepted';
  if (!accepted) declineInstall();
  tell();
  return accepted;
}

function wasDeclined(): boolean {
  try {
    declined ??= localStorage.getItem(DECLINED) !== null;
  } catch {
    declined ??= false;
  }
  return declined;
}

/** The person does not want it now: it is not offered again by itself, but stays in More. */
export function declineInstall(): void {
  declined = true;
  try {
    localStorage.setItem(DECLINED, '1');
  } catch {
    // Closed storage only costs the memory of it.
  }
  tell();
}

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** How the app gets onto this device now. */
export const useInstallWay = (): InstallWay => useSyncExternalStore(listen, way);

/** Whether the offer was declined on this device. */
export const useInstallDeclined = (): boolean => useSyncExternalStore(listen, wasDeclined);
