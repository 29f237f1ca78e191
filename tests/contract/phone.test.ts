// Phone numbers are dialled as they stand: what nobody can dial is refused.
import { expect, test } from 'vitest';
import { issuesOf } from '#contract/validation-issues.ts';
import { phone } from '#contract/define.ts';
import { organization } from '#contract/organization.ts';
import { user } from '#contract/user.ts';

const accepts = (value: string) => phone().safeParse(value).success;

test.each(['', '+49 30 1234567', '(253) 555-0142', '030/123.45', '+1 253 555 0142 ext. 12', '+49 30 1;7', '112'])(
  '%j is one, or none',
  (value) => expect(accepts(value)).toBe(true),
);

test.each(['not a phone', 'call Mia', '+', '-- --', '030 CALL', 'x12', '1'.repeat(41)])('%j is refused', (value) =>
  expect(accepts(value)).toBe(false),
);

test('organizations and people have such a number, and a form learns which format is missed', () => {
  for (const [schema, field] of [
    [organization.calls.update.input, 'phone'],
    [user.calls.editAccount.input, 'mobilePhone'],
  ] as const) {
    const input = { id: '0193a1b2-0000-7000-8000-000000000001', [field]: 'not a phone' };
    const parsed = schema.safeParse(input);
    const issues = parsed.success ? [] : issuesOf(parsed.error, input);
    expect(issues.filter(({ path }) => path === field)).toEqual([
      { path: field, code: 'invalid_format', format: 'phone' },
    ]);
  }
});
