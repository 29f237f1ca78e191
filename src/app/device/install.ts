// Installing the app: the ways that this browser offers, and whether the user declined.
import { createStore } from './create-store.ts';
import { installOffer, takeInstallPrompt } from './install-offer.ts';
import { getItem, setItem } from './local-storage.ts';
import { type Platform, isStandalone, thisPlatform } from './device.ts';

/**
 * - installed: this page is the installed app, or it was installed from here.
 * - offered: the app can make the browser ask.
 * - byHand: only the user can, in the browser's own menu.
 * - none: this browser has no way, or does not say so.
 */
export type InstallWay = 'installed' | 'offered' | 'byHand' | 'none';

const DECLINED = 'backwatch.install-declined';
const declined = createStore(getItem(DECLINED) !== null);

/** The way to install, from the state of browser and device. */
export function wayOf(known: { standalone: boolean; offered: boolean; platform: Platform }): InstallWay {
  if (known.standalone) return 'installed';
  if (known.offered) return 'offered';
  return known.platform === 'iphone' ? 'byHand' : 'none';
}

/** Shows the browser's question, once; true if the user accepted. */
export async function install(): Promise<boolean> {
  const offer = takeInstallPrompt();
  const accepted = offer !== null && (await offer.prompt()).outcome === 'accepted';
  if (!accepted) declineInstall();
  return accepted;
}

/** The user does not want it now: the app does not offer it again, but More still shows it. */
export function declineInstall(): void {
  setItem(DECLINED, '1');
  declined.set(true);
}

/** The way to install the app now. */
export const useInstallWay = (): InstallWay =>
  installOffer.use(({ prompt, installed }) =>
    wayOf({ standalone: installed || isStandalone(), offered: prompt !== null, platform: thisPlatform() }),
  );

/** True if the user declined on this device. */
export const useInstallDeclined = (): boolean => declined.use();
