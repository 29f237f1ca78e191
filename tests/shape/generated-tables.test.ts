// The generated tables of the app are current.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { CALL_TABLE, callTable } from '#tools/call-table.ts';
import { PRESET_TABLE, presetTable } from '#tools/preset-table.ts';

test.each([
  [CALL_TABLE, callTable()],
  [PRESET_TABLE, presetTable()],
])('the generated %s matches the contract', (path, text) => {
  expect(readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8')).toBe(text);
});
