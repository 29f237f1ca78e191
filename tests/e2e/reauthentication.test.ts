// A fresh sign-in in a real browser, before somebody is made an administrator: by passkey, and by a real provider of identities.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIdClient } from '#server/ports/openid-client.ts';
import { CLIENT, startIdentityProvider, type IdentityProvider } from '../oidc.ts';
import { HOUR } from '#tests/test-database.ts';
import { axeFaults } from './audits.ts';
import { signInAs } from './login-form.ts';
import { openWithDevice } from './passkey-device.ts';
import { BUILT, PASSWORD, openAs, setStage, type Stage } from './stage.ts';
import { allTables } from '#tests/all-tables.ts';
// Fetched by the server at the first passkey: here by the same process, which may be short of time.
import '@simplewebauthn/server';

/** KEEP_PICTURES=folder keeps what it looked like. */
const keep = process.env.KEEP_PICTURES;

let idp: IdentityProvider;
let stage: Stage;
let administrators: string;
beforeAll(async () => {
  idp = await startIdentityProvider();
  const provider = openIdClient({ issuer: idp.issuer, ...CLIENT, name: 'Example ID', waitMs: 20_000 });
  stage = await setStage(BUILT, { signOn: { provider, createUsers: false } });
  idp.open([`${stage.origin}/auth/oauthCallback`]);
  administrators = (await stage.alice.ask('GET', '/group?name=Administrators')).body[0].id;
});
afterAll(async () => {
  await stage.close(null);
  await idp.close();
});

/** Somebody in the group of administrators who lacks the other organizations; answers the address of that switch. */
async function almostAdministrator(firstName: string): Promise<{ user: string; address: string }> {
  const user = await stage.newUser(`${firstName.toLowerCase()}@example.com`, { firstName });
  await stage.alice.ask('POST', '/usergroup', { user, group: administrators });
  return { user, address: `/admin/user/organizations?id=${user}` };
}

// The provider's word has the real time, so the sessions become older instead of the clock.
const ageSessions = () =>
  stage.server.jobContext.write((unit) =>
    allTables(unit)
      .updateTable('session')
      .set({ authenticatedAt: new Date(Date.now() - HOUR).toISOString() })
      .execute(),
  );
const isEverywhere = async (user: string) => (await stage.alice.ask('GET', `/user/${user}`)).body.allOrganizations;
const switchOn = (page: Page) => page.getByRole('checkbox', { name: 'All organizations' }).click();
const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });

async function pictures(page: Page, name: string): Promise<void> {
  if (!keep) return;
  for (const [size, viewport] of Object.entries({
    phone: { width: 390, height: 844 },
    desk: { width: 1440, height: 900 },
    twice: { width: 195, height: 422 },
  }))
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await writeFile(join(keep, `${name}-${size}-${colorScheme}.png`), await page.screenshot());
    }
  await page.setViewportSize({ width: 390, height: 844 });
}

test('a passkey in the sheet proves the person, and the administrator is made right after', async () => {
  const { user, address } = await almostAdministrator('Ada');
  const page = await openWithDevice(stage);
  await signInAs(page, stage.alice.email);
  await page.goto('/user/account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('button', { name: /Chrome, .*never used/ }).waitFor();
  await page.goto(address);
  await ageSessions();
  await switchOn(page);
  await sheetOf(page).getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('May see and edit every organization.').first().waitFor();
  await sheetOf(page).waitFor({ state: 'detached' });
  expect([await isEverywhere(user), new URL(page.url()).pathname]).toEqual([true, '/admin/user/organizations']);
  await page.context().close();
});

test('a fresh single sign-on leads back to the page, where the administrator is made once more without a question', async () => {
  const { user, address } = await almostAdministrator('Eve');
  idp.account = { sub: 'alice-1', email: stage.alice.email, email_verified: true };
  const page = await openAs(stage, stage.alice.email, address);
  await ageSessions();
  await switchOn(page);
  const press = sheetOf(page).getByRole('button', { name: /Example ID/ });
  await press.waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await pictures(page, 'again');
  expect(await isEverywhere(user)).toBe(false);
  await press.click();
  await page.waitForURL((url) => url.pathname === '/admin/user/organizations' && !url.search.includes('code='));
  await page.getByRole('checkbox', { name: 'All organizations' }).waitFor();
  expect(await isEverywhere(user)).toBe(false);
  await switchOn(page);
  await page.getByText('May see and edit every organization.').first().waitFor();
  expect([await isEverywhere(user), await sheetOf(page).count()]).toEqual([true, 0]);
  expect(idp.asked.filter((line) => line === 'POST /token')).toHaveLength(1);
  await page.context().close();
});
