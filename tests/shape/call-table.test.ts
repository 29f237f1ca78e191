// The generated call table of the app is current.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { wireTable } from '#tools/call-table.ts';

test('the generated call table matches the contract', () => {
  const kept = readFileSync(resolve(import.meta.dirname, '../../src/app/api/call-table.gen.ts'), 'utf8');
  expect(kept).toBe(wireTable());
});
