// The browser's offer to install the app: captured when the app starts, and stored until the user asks for it.
import { createStore } from './create-store.ts';

export interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

interface InstallOffer {
  prompt: InstallPrompt | null;
  /** The app was installed from this page. */
  installed: boolean;
}

/** The offer, and whether it was accepted from this page. */
export const installOffer = createStore<InstallOffer>({ prompt: null, installed: false });

/** Captures the offer; must run before the manifest is named, which is what the browser waits for. */
export function captureInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installOffer.set({ ...installOffer.get(), prompt: event as InstallPrompt });
  });
  window.addEventListener('appinstalled', () => installOffer.set({ prompt: null, installed: true }));
}

/** Returns the offer, which can be used once, and removes it; null without one. */
export function takeInstallPrompt(): InstallPrompt | null {
  const { prompt } = installOffer.get();
  installOffer.set({ ...installOffer.get(), prompt: null });
  return prompt;
}
