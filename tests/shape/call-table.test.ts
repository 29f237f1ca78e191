// The browser's table of calls is the contract's.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { wireTable } from '#tools/call-table.ts';

test('the generated table of calls is the one the contract gives', () => {
  const kept = readFileSync(resolve(import.meta.dirname, '../../src/app/api/call-table.gen.ts'), 'utf8');
  expect(kept).toBe(wireTable());
});
