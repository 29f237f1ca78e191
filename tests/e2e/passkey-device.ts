// A browser with a device for passkeys, which the browser plays.
import type { Page } from 'playwright-core';
import type { Stage } from './stage.ts';

/** A browser at a name: an address of numbers can have no passkeys. Its device recognizes its person by itself. */
export async function openWithDevice(stage: Stage): Promise<Page> {
  const baseURL = stage.origin.replace('127.0.0.1', 'localhost');
  const context = await stage.browser.newContext({
    viewport: { width: 390, height: 844 },
    baseURL,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const device = await context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return page;
}
