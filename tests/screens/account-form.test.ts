// The account form: only what changed is sent, and what the server refuses stands at its field.
import { describe, expect, test } from 'vitest';
import { ApiError } from '#app/api/errors.ts';
import {
  type Account,
  changesOf,
  dirtyWords,
  draftOf,
  faultsIn,
  needsProof,
  refusedFaults,
  savedWords,
  timeZones,
} from '#app/features/account/account-form.ts';

const mia: Account = {
  firstName: 'Mia',
  lastName: 'Lund',
  email: 'mia@ahlers.example',
  mobilePhone: '',
  timeZone: 'Europe/Berlin',
  alarmEmails: true,
  isDay: false,
  hideNames: false,
};

describe('the changes', () => {
  test('are none while nothing was typed, or only spaces were', () => {
    expect(changesOf(draftOf(mia), mia)).toEqual({});
    expect(changesOf({ ...draftOf(mia), firstName: ' Mia ' }, mia)).toEqual({});
    expect(dirtyWords({})).toBeNull();
  });

  test('are only what differs, named in the order of the form', () => {
    const changes = changesOf({ ...draftOf(mia), hideNames: true, firstName: 'Maja' }, mia);
    expect(changes).toEqual({ firstName: 'Maja', hideNames: true });
    expect(dirtyWords(changes)).toBe('Not saved yet: first name, hidden names');
  });

  test('of email or password go with the present password', () => {
    const secret = { ...draftOf(mia), password: 'a-longer-secret', currentPassword: 'old' };
    expect(changesOf(secret, mia)).toEqual({ password: 'a-longer-secret', currentPassword: 'old' });
    expect(needsProof({ ...draftOf(mia), email: 'maja@ahlers.example' }, mia)).toBe(true);
    expect(needsProof({ ...draftOf(mia), email: ' MIA@ahlers.example ' }, mia)).toBe(false);
    expect(changesOf({ ...draftOf(mia), currentPassword: 'filled in by the browser' }, mia)).toEqual({});
  });
});

describe('what is wrong', () => {
  test('is found before the server is asked', () => {
    const faults = faultsIn({ ...draftOf(mia), email: 'mia', password: 'short' }, mia);
    expect(faults.map(({ field }) => field)).toEqual(['email', 'password', 'currentPassword']);
    expect(faultsIn(draftOf(mia), mia)).toEqual([]);
  });

  test('as the server says it stands at its field', () => {
    expect(refusedFaults(new ApiError(422, 'E_BAD_LOGIN', { details: ['currentPassword: does not match'] }))).toEqual([
      { field: 'currentPassword', text: 'The present password does not match.' },
    ]);
    expect(refusedFaults(new ApiError(409, 'E_UNIQUE', { details: ['email: is taken'] }))).toEqual([
      { field: 'email', text: 'Email is taken.' },
    ]);
    expect(refusedFaults(new ApiError(0, 'E_NETWORK'))).toEqual([{ text: 'No connection. Nothing was changed.' }]);
  });
});

test('the zone in use can always be chosen', () => {
  expect(timeZones('Etc/Odd').map(({ value }) => value)).toEqual(expect.arrayContaining(['Etc/Odd', 'UTC']));
  expect(timeZones('UTC').filter(({ value }) => value === 'UTC')).toHaveLength(1);
});

test('a new email is said not to be used yet', () => {
  expect(savedWords({ firstName: 'Maja' })).toBe('Saved');
  expect(savedWords({ email: 'maja@ahlers.example' })).toMatch(/link went to maja@ahlers\.example/);
});
