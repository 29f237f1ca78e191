// The browser's offer to install the app: caught before anything else runs, kept until a person asks for it.

export interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const listeners = new Set<() => void>();
let kept: InstallPrompt | null = null;
let installed = false;

/** Something about installing changed. */
export function tellOfOffer(): void {
  for (const listener of listeners) listener();
}

/** Catches the offer; must run before the browser makes it. */
export function captureInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    kept = event as InstallPrompt;
    tellOfOffer();
  });
  window.addEventListener('appinstalled', () => {
    kept = null;
    installed = true;
    tellOfOffer();
  });
}

/** The offer, which can be used once; null when there is none. */
export function takeOffer(): InstallPrompt | null {
  const offer = kept;
  kept = null;
  return offer;
}

export const isOffered = (): boolean => kept !== null;

/** It was installed from this very page. */
export const isInstalledNow = (): boolean => installed;

/** Calls back when something about installing changed; returns what ends it. */
export const listenToOffer = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
