// Installing the app: the browser's offer, kept until a person asks for it; whether it is installed; whether it was declined.
import { useSyncExternalStore } from 'react';
import { isInstalledNow, isOffered, listenToOffer, takeOffer, tellOfOffer } from './install-offer.ts';
import { getItem, setItem } from './local-storage.ts';
import { type Platform, isStandalone, thisPlatform } from './device.ts';

/**
 * - installed: this page is the installed app, or it was installed from here.
 * - offered: the browser asks when it is told to.
 * - byHand: only the person can, in the browser's own menu.
 * - none: this browser does not say.
 */
export type InstallWay = 'installed' | 'offered' | 'byHand' | 'none';

const DECLINED = 'backwatch.install-declined';

/** How the app gets onto this device, from what is known of it. */
export function wayOf(known: { standalone: boolean; offered: boolean; platform: Platform }): InstallWay {
  if (known.standalone) return 'installed';
  if (known.offered) return 'offered';
  return known.platform === 'iphone' ? 'byHand' : 'none';
}

const way = (): InstallWay =>
  wayOf({ standalone: isInstalledNow() || isStandalone(), offered: isOffered(), platform: thisPlatform() });

/** Shows the browser's own question, once; true when it was accepted. */
export async function install(): Promise<boolean> {
  const offer = takeOffer();
  const accepted = offer !== null && (await offer.prompt()).outcome === 'accepted';
  if (!accepted) declineInstall();
  tellOfOffer();
  return accepted;
}

const wasDeclined = (): boolean => getItem(DECLINED) !== null;

/** The person does not want it now: it is not offered again by itself, but stays in More. */
export function declineInstall(): void {
  setItem(DECLINED, '1');
  tellOfOffer();
}

/** How the app gets onto this device now. */
export const useInstallWay = (): InstallWay => useSyncExternalStore(listenToOffer, way);

/** Whether the offer was declined on this device. */
export const useInstallDeclined = (): boolean => useSyncExternalStore(listenToOffer, wasDeclined);
