// The login of the app, filled in as a person does.
import type { Page } from 'playwright-core';
import { PASSWORD } from '../cast.ts';

/** Signs in by the form of the page that is open; resolves once the app has left the login. */
export async function submitLogin(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
}

/** Opens the login and signs in. */
export async function signInAs(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/auth/login');
  await submitLogin(page, email, password);
}
