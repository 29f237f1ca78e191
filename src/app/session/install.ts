// The browser's offer to install the app, kept until a person asks for it.

interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let kept: InstallPrompt | null = null;

/** Catches the offer; must run before the browser makes it. */
export function keepInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    kept = event as InstallPrompt;
  });
  window.addEventListener('appinstalled', () => {
    kept = null;
  });
}

/** Whether the browser has offered to install. */
export const canInstall = (): boolean => kept !== null;

/** Shows the browser's own question, once; true when it was accepted. */
export async function install(): Promise<boolean> {
  const offer = kept;
  kept = null;
  return offer !== null && (await offer.prompt()).outcome === 'accepted';
}
