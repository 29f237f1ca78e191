// The second attempts of failed test files, with test files that are written for it.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runTests } from '../../src/tools/test-attempts.mjs';

/** The first time true. */
const FIRST = `
import { existsSync, writeFileSync } from 'node:fs';
const isFirst = !existsSync('ran');
writeFileSync('ran', '');
`;
const FLAKY = `${FIRST} test('flaky', () => expect(isFirst).toBe(false));`;
const good = "test('good', () => undefined);";
const stray = (when: string) =>
  `test('strays', async () => {
    if (${when}) void Promise.reject(new Error('stray'));
    await new Promise((done) => setTimeout(done, 50));
  });`;
const OUTSIDE = 'an error outside of the tests, see above';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'backwatch-attempts-')));
});
afterEach(() => rmSync(root, { recursive: true }));

function run(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return runTests(['--globals', '--root', root], {
    root,
    output: 'ignore',
    mayRepeat: (name) => name.startsWith('e2e/'),
  });
}

test('a file that may not run again fails at once', () => {
  expect(run({ 'e2e/good.test.js': good, 'shape/flaky.test.js': FLAKY })).toEqual({
    passed: 1,
    failures: ['shape/flaky.test.js > flaky'],
  });
});

test('an error outside of the tests of a file that does not run again stays', () => {
  const files = { 'e2e/flaky.test.js': FLAKY, 'e2e/stray.test.js': stray('true') };
  expect(run(files)).toEqual({ passed: 2, failures: [OUTSIDE] });
});

test('a file that fails once and then passes leaves the run green, unless an error outside of its tests comes again', () => {
  const both = (when: string) => ({ 'e2e/flaky.test.js': `${FLAKY} ${stray(when)}` });
  expect(run(both('isFirst'))).toEqual({ passed: 2, failures: [] });
  rmSync(join(root, 'ran'));
  expect(run(both('true'))).toEqual({ passed: 2, failures: [OUTSIDE] });
});

test('a file that does not load runs again, and is named where it still does not', () => {
  expect(run({ 'e2e/broken.test.js': "import './nowhere.js';", 'e2e/good.test.js': good })).toEqual({
    passed: 1,
    failures: [expect.stringMatching(/^e2e\/broken\.test\.js: /)],
  });
});
