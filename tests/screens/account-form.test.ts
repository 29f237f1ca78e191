// The account form as data: its changes, what confirms them, and its sentences.
import { describe, expect, test } from 'vitest';
import { ApiError } from '#app/api/errors.ts';
import { changedNames, confirmingNames, describeChanges, valuesToSend } from '#app/ui/form/edits.ts';
import type { FieldTable, Values } from '#app/ui/form/form-types.ts';
import { timeZoneOptions } from '#app/ui/form/time-zone-row.tsx';
import { fieldErrors, issuesOf } from '#app/ui/form/validation.ts';
import { accountFields, accountIssueText, readAccount, savedText } from '#app/features/account/account-form.ts';
import { validateWith } from '#app/features/shell/schema-validation.ts';
import { readFailure } from '#app/features/shell/save-failure.ts';
import { user } from '#contract/user.ts';

const mia = {
  firstName: 'Mia',
  lastName: 'Lund',
  email: 'mia@ahlers.example',
  mobilePhone: '',
  timeZone: 'Europe/Berlin',
  language: null,
  alarmEmails: true,
  isDay: false,
  hideNames: false,
  readOnlyAlarms: false,
};
const fields = accountFields() as FieldTable<Values>;
const current = { ...readAccount(mia) } as Values;
const edited = (values: Values) => ({ current, values: { ...current, ...values }, conflicts: {} });
const sent = (values: Values) => valuesToSend(fields, edited(values), false);

const errorsOf = (values: Values) => {
  const edit = edited(values);
  const confirming = confirmingNames(fields, changedNames(fields, edit));
  const issues = issuesOf(validateWith(user.calls.editAccount.input), sent(values), fields, confirming, edit.values);
  return fieldErrors(issues, fields, accountIssueText).fields;
};
const failed = (error: unknown) => {
  const { issues, text } = readFailure(error);
  return { text, ...fieldErrors(issues, fields, accountIssueText) };
};

describe('the changes', () => {
  test('are none without input, or if only spaces or the case of the email differ', () => {
    expect(sent({})).toEqual({});
    expect(sent({ firstName: ' Mia ', email: ' MIA@ahlers.example ' })).toEqual({});
    expect(sent({ currentPassword: 'filled in by the browser' })).toEqual({});
  });

  test('contain only different values, in the order of the form', () => {
    expect(sent({ hideNames: true, firstName: 'Maja ' })).toEqual({ firstName: 'Maja', hideNames: true });
    const changes = describeChanges(fields, edited({ hideNames: true, firstName: 'Maja' }));
    expect(changes.map(({ short }) => short)).toEqual(['first name', 'hidden names']);
    expect(changes[1]).toMatchObject({ was: 'Off', now: 'On' });
  });

  test('of email or password need the current password, and never show a password', () => {
    const secret = { password: ' a-longer-secret', currentPassword: 'old ' };
    expect(sent(secret)).toEqual(secret);
    expect(sent({ email: 'Maja@ahlers.example', currentPassword: 'old' })).toEqual({
      email: 'maja@ahlers.example',
      currentPassword: 'old',
    });
    expect(JSON.stringify(describeChanges(fields, edited(secret)))).not.toContain('secret');
  });
});

describe('errors', () => {
  test('are found by the schema of the call before it is sent', () => {
    expect(errorsOf({ email: 'mia', password: 'short' })).toEqual({
      email: 'Enter a valid email address.',
      password: 'New password must have at least 10 characters.',
      currentPassword: 'Enter your current password to confirm.',
    });
    expect(errorsOf({ timeZone: 'Europe/Berlin', firstName: 'Maja' })).toEqual({});
  });

  test('of the server appear at their field in both formats', () => {
    const login = new ApiError(401, 'E_BAD_LOGIN', { details: ['currentPassword: does not match'] });
    expect(failed(login).fields).toEqual({ currentPassword: 'Current password does not match.' });
    expect(failed(new ApiError(400, 'E_UNIQUE', { details: ['email: is taken'] })).fields).toEqual({
      email: 'Email is already in use. Enter another one.',
    });
    // One of an organization is taken together with its owner: only the name can be entered anew.
    const own = new ApiError(400, 'E_UNIQUE', { details: ['name and organization: is taken'] });
    expect(readFailure(own)).toEqual({ issues: [{ path: ['name'], code: 'E_UNIQUE' }], text: null });
    const issues = [{ path: 'firstName', code: 'too_long', maximum: 100 }] as const;
    expect(failed(new ApiError(400, 'E_INVALID_VALUES_TO_SET', { issues })).fields).toEqual({
      firstName: 'First name can have at most 100 characters.',
    });
  });

  test('without a field become one sentence', () => {
    expect(failed(new ApiError(0, 'E_NETWORK'))).toMatchObject({
      text: 'No connection. Nothing was changed.',
      fields: {},
    });
  });
});

test('an edit since the record was read is a conflict, with the newer record where the answer has it', () => {
  expect(readFailure(new ApiError(412, 'E_CHANGED')).conflict).toEqual({ record: null, by: null, at: null });
  const record = { id: 'x', editedAt: '2026-11-20T03:09:00.000Z' };
  const answer = new ApiError(412, 'E_CHANGED', { current: record, editedBy: { id: 'j', name: 'Jonas' } });
  expect(readFailure(answer).conflict).toEqual({ record, by: 'Jonas', at: record.editedAt });
});

test('the current zone is always among the choices, once', () => {
  expect(timeZoneOptions('Etc/Odd', 0).map(({ value }) => value)).toEqual(expect.arrayContaining(['Etc/Odd', 'UTC']));
  expect(timeZoneOptions('UTC', 0).filter(({ value }) => value === 'UTC')).toHaveLength(1);
});

test('a new email is not reported as in use yet', () => {
  expect(savedText(undefined)).toBe('Saved');
  expect(savedText('maja@ahlers.example')).toMatch(/link to maja@ahlers\.example/);
});
