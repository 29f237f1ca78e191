// The login of a system's client: its password is never shown, and goes with the user name.
import { expect, test } from 'vitest';
import { systemInput } from '#app/features/system-settings/system-form.ts';

test('emptying the user name removes the stored password, and nothing else does', () => {
  expect(systemInput({ username: '' })).toEqual({ username: '', password: '' });
  expect(systemInput({ username: 'backup' })).toEqual({ username: 'backup' });
  expect(systemInput({ name: 'ledger' })).toEqual({ name: 'ledger' });
});

test('a password that is typed without a user name is stored', () => {
  expect(systemInput({ username: '', password: 's3cret' })).toEqual({ username: '', password: 's3cret' });
});
