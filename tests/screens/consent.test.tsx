// Consent to optional storage: asked only when such a setting is switched on, the answer kept, nothing stored before.
// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { flash } from '#app/device/flash.ts';
import { setItem } from '#app/device/local-storage.ts';
import { forgetEmail, rememberedEmail } from '#app/device/remembered-email.ts';
import { DeviceSettings } from '#app/features/account/account-device.tsx';

const EMAIL = 'mia@nordlys.example';
const CONSENT = 'backwatch.consent';
const stored = () => ({ consent: localStorage.getItem(CONSENT), email: rememberedEmail() });
const open = () => render(<DeviceSettings email={EMAIL} />);
const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Remember my email here' });
const banner = () => screen.queryByRole('region', { name: 'Storage on this device' });
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const turn = () => act(async () => void fireEvent.click(box()));

beforeEach(() => {
  setItem(CONSENT, '');
  forgetEmail();
});
afterEach(cleanup);

test('nothing is asked and nothing stored while no optional setting is switched on', () => {
  open();
  expect(banner()).toBe(null);
  expect(stored()).toEqual({ consent: '', email: '' });
});

test('switching one on asks first; accepting stores the answer and the setting', async () => {
  open();
  await turn();
  expect(banner()?.textContent).toContain(EMAIL);
  expect(stored()).toEqual({ consent: '', email: '' });
  await press('Accept');
  expect(banner()).toBe(null);
  expect(stored()).toEqual({ consent: 'accepted', email: EMAIL });
});

test('declining leaves the setting off, and the answer is kept; switching it on again asks again', async () => {
  open();
  await turn();
  await press('Decline');
  expect([box().checked, banner()]).toEqual([false, null]);
  expect(stored()).toEqual({ consent: 'declined', email: '' });
  cleanup();
  open();
  expect(banner()).toBe(null);
  await turn();
  expect(banner()).not.toBe(null);
  await press('Decline');
});

test('the focus is in the banner while it asks, and on the switch again after the answer', async () => {
  open();
  box().focus();
  await turn();
  expect(document.activeElement).toBe(banner());
  await press('Decline');
  expect(document.activeElement).toBe(box());
});

test('a question that was left without an answer is gone with its page, and stores nothing for the next person', async () => {
  open();
  await turn();
  cleanup();
  render(<DeviceSettings email="jonas@nordlys.example" />);
  expect([box().checked, banner()]).toEqual([false, null]);
  await turn();
  await press('Accept');
  expect(stored().email).toBe('jonas@nordlys.example');
});

test('a person who accepted is not asked again, and switching off removes what was stored', async () => {
  setItem(CONSENT, 'accepted');
  open();
  await turn();
  expect(banner()).toBe(null);
  expect(stored().email).toBe(EMAIL);
  await turn();
  expect(stored().email).toBe('');
});

test('a flash does not replace the banner', async () => {
  open();
  await turn();
  act(() => flash('positive', 'Saved'));
  expect(banner()).not.toBe(null);
  await press('Decline');
});
