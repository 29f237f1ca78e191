// Passkeys on the screens: offered only where the browser can, silent when the person declines, a sentence for all else.
// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#app/api/errors.ts';
import { addPasskeyError, passkeyNote } from '#app/features/account/account-passkeys.tsx';
import { passkeyError } from '#app/features/auth/login-errors.ts';
import { PasskeyButton } from '#app/features/auth/passkey-button.tsx';
import { addPasskey, signInWithPasskey } from '#app/auth/passkey.ts';

const mia = { id: '0193a1b2-0000-7000-8000-000000000001', firstName: 'Mia' };
const answer = (body: object, status = 200) => new Response(JSON.stringify(body), { status });
const fetched = vi.fn<typeof fetch>();
const credentials = { get: vi.fn(), create: vi.fn() };
const credential = { toJSON: () => ({ id: 'AAAA' }) };
const declined = new DOMException('The operation was not allowed.', 'NotAllowedError');
const sent = (call: number) => {
  const [url, { body } = {}] = fetched.mock.calls[call] ?? [];
  return [url, JSON.parse(String(body))];
};

beforeEach(() => {
  for (const mock of [fetched, credentials.get, credentials.create]) mock.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('PublicKeyCredential', {
    parseRequestOptionsFromJSON: (options: object) => ({ parsed: options }),
    parseCreationOptionsFromJSON: (options: object) => ({ parsed: options }),
  });
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a passkey of another account proves nothing, and signs nobody in', async () => {
  const handle = (user: string) => btoa(user).replaceAll('=', '');
  const made = (user: string) => ({ toJSON: () => ({ id: 'AAAA', response: { userHandle: handle(user) } }) });
  fetched.mockImplementation(async (url) => answer(String(url).endsWith('/begin-sign-in') ? {} : { user: mia }));
  credentials.get.mockResolvedValue(made('0193a1b2-0000-7000-8000-000000000002'));
  await expect(signInWithPasskey(mia.id)).rejects.toMatchObject({ code: 'E_OTHER_USER' });
  expect(fetched).toHaveBeenCalledTimes(1);
  credentials.get.mockResolvedValue(made(mia.id));
  expect(await signInWithPasskey(mia.id)).toEqual(mia);
});

describe('the button of the login', () => {
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
  const settled = () => waitFor(() => expect(screen.getByRole('button').getAttribute('aria-busy')).toBeNull());

  test('is absent without browser support', () => {
    vi.stubGlobal('PublicKeyCredential', {});
    render(<PasskeyButton onSignedIn={() => Promise.resolve()} />);
    vi.stubGlobal('PublicKeyCredential', undefined);
    render(<PasskeyButton onSignedIn={() => Promise.resolve()} />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('is absent at an IP address, which can have no passkey', () => {
    for (const hostname of ['127.0.0.1', '[::1]']) {
      vi.stubGlobal('location', { ...window.location, hostname });
      render(<PasskeyButton onSignedIn={() => Promise.resolve()} />);
    }
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('signs in with the response of the device', async () => {
    fetched.mockResolvedValueOnce(answer({ challenge: 'x' })).mockResolvedValueOnce(answer({ user: mia }));
    credentials.get.mockResolvedValue(credential);
    const onSignedIn = vi.fn(() => Promise.resolve());
    render(<PasskeyButton onSignedIn={onSignedIn} />);
    press();
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(mia));
    expect(credentials.get).toHaveBeenCalledWith({ publicKey: { parsed: { challenge: 'x' } } });
    expect(sent(1)).toEqual(['/api/passkey/sign-in', { response: { id: 'AAAA' } }]);
  });

  test('shows no message if the user cancels', async () => {
    fetched.mockResolvedValue(answer({ challenge: 'x' }));
    credentials.get.mockRejectedValue(declined);
    render(<PasskeyButton onSignedIn={() => Promise.resolve()} />);
    press();
    await waitFor(() => expect(credentials.get).toHaveBeenCalled());
    await settled();
    expect(screen.getByRole('alert').textContent).toBe('');
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  test('shows why it failed, and hides it at the next press', async () => {
    const body = { code: 'E_BAD_LOGIN', message: 'This passkey does not belong to any account here.' };
    fetched.mockResolvedValueOnce(answer({ challenge: 'x' })).mockResolvedValueOnce(answer(body, 401));
    credentials.get.mockResolvedValueOnce(credential).mockRejectedValue(declined);
    render(<PasskeyButton onSignedIn={() => Promise.resolve()} />);
    press();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/does not belong to any account/));
    fetched.mockResolvedValue(answer({ challenge: 'y' }));
    press();
    await settled();
    expect(screen.getByRole('alert').textContent).toBe('');
  });
});

describe('adding a passkey', () => {
  test('sends the password, then the new passkey, named after the device', async () => {
    fetched.mockResolvedValueOnce(answer({ challenge: 'x' })).mockResolvedValueOnce(answer({ id: 'p', name: 'x' }));
    credentials.create.mockResolvedValue(credential);
    expect(await addPasskey('secret')).toBe(true);
    expect(sent(0)).toEqual(['/api/passkey/begin', { currentPassword: 'secret' }]);
    expect(sent(1)).toEqual(['/api/passkey', { name: expect.stringMatching(/^Browser/), response: { id: 'AAAA' } }]);
  });

  test('ends without a message if the user cancels, and sends nothing', async () => {
    fetched.mockResolvedValue(answer({ challenge: 'x' }));
    credentials.create.mockRejectedValue(declined);
    expect(await addPasskey('secret')).toBe(false);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  test('shows the reason of a failure', () => {
    expect(addPasskeyError(new ApiError(401, 'E_BAD_LOGIN'))).toBe('The current password does not match.');
    expect(addPasskeyError(new DOMException('', 'InvalidStateError'))).toBe(
      'This device already has a passkey for your account.',
    );
    const wait = 'Too many attempts. Try again in 14 minutes.';
    expect(addPasskeyError(new ApiError(429, 'E_RATE', { retryAfterSeconds: 840 }))).toBe(wait);
    expect(addPasskeyError(new DOMException('', 'SecurityError'))).toBe('Something went wrong. Nothing was changed.');
    expect(passkeyError(new ApiError(0, 'E_NETWORK'))).toBe('No connection. Try again when you are online.');
  });
});

test('each shows its dates of creation and last use', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z');
  const createdAt = '2026-10-12T12:00:00.000Z';
  expect(passkeyNote({ createdAt, lastUsedAt: null }, now)).toBe('Added Oct 12, never used');
  expect(passkeyNote({ createdAt, lastUsedAt: '2026-11-11T12:00:00.000Z' }, now)).toBe(
    'Added Oct 12, last used Nov 11',
  );
});
