// The generated call table of the app is current.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { CALL_TABLE, callTable } from '#tools/call-table.ts';

test('the generated call table matches the contract', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../..', CALL_TABLE), 'utf8');
  expect(text).toBe(callTable());
});
