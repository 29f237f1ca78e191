// Runs the tests and counts them: in CI, a few failed files run a second time (record 0039).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const VITEST = at('../../node_modules/vitest/vitest.mjs');
const OUTSIDE = at('outside-errors.mjs');
const OUTSIDE_TEXT = 'an error outside of the tests, see above';
/** More failed files than this are no chance. */
const MOST_SECOND_ATTEMPTS = 3;

/**
 * Runs the tests that `selection`, arguments of Vitest, names; those of `root`.
 *
 * @param {string[]} selection
 * @param {object} options
 * @param {string} options.root
 * @param {(file: string) => boolean} options.mayRepeat whether a failed file, such as "tests/e2e/a.test.ts", runs again
 * @param {'inherit' | 'ignore'} [options.output]
 * @returns {{ passed: number, failures: string[] }} the number of tests that passed, and the names of those that did not
 */
export function runTests(selection, { root, mayRepeat, output = 'inherit' }) {
  const run = (more) => vitest([...selection, ...more], root, output);
  const first = run([]);
  const again = secondAttempts(first.files, mayRepeat);
  if (again.length === 0) return count(first);
  const second = runAgain(run, again);
  const isOther = (name) => !again.includes(name);
  return count({
    status: second.status,
    files: [...first.files.filter(({ name }) => isOther(name)), ...second.files],
    // An error of a file that did not run again stays; so does one of no file.
    outside: [...first.outside.filter(isOther), ...second.outside],
  });
}

/** Runs Vitest: its exit status, the results by file, and the files of the errors outside of every test. */
function vitest(selection, root, output) {
  const folder = mkdtempSync(join(tmpdir(), 'backwatch-test-'));
  const [report, outside] = [join(folder, 'report.json'), join(folder, 'outside.json')];
  const args = ['run', '--reporter=default', '--reporter=json', `--reporter=${OUTSIDE}`, '--passWithNoTests'];
  const { status } = spawnSync(process.execPath, [VITEST, ...args, `--outputFile.json=${report}`, ...selection], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', OUTSIDE_ERRORS: outside },
    stdio: ['ignore', output, output],
  });
  const read = (path, none) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : none);
  const nameOf = (path) => path && relative(root, path).replaceAll('\\', '/');
  const files = read(report, { testResults: [] }).testResults;
  for (const file of files) file.name = nameOf(file.name);
  // A run that ended before its report has an error of no file.
  const answer = { status, files, outside: read(outside, [null]).map(nameOf) };
  rmSync(folder, { recursive: true, force: true });
  return answer;
}

/** The failed files that run a second time: a few, and only if all of them may. */
function secondAttempts(files, mayRepeat) {
  const failed = files.filter((file) => file.status === 'failed').map((file) => file.name);
  return failed.length <= MOST_SECOND_ATTEMPTS && failed.every(mayRepeat) ? failed : [];
}

function runAgain(run, names) {
  console.log(`\n> second attempt, in a process of its own:\n  ${names.join('\n  ')}`);
  const second = run(['--no-file-parallelism', ...names]);
  const good = second.files.filter((file) => file.status === 'passed').map((file) => file.name);
  if (good.length > 0) console.log(`\nPassed at the second attempt:\n  ${good.join('\n  ')}`);
  return second;
}

function count({ status, files, outside }) {
  const failures = files.flatMap(failuresOf);
  const passed = files.flatMap((file) => file.assertionResults).filter((test) => test.status === 'passed').length;
  if (passed + failures.length === 0) failures.push('no test ran');
  // An error outside of every test (an unhandled rejection, a worker that died) fails the run and no test.
  else if (outside.length > 0 || (status !== 0 && failures.length === 0)) failures.push(OUTSIDE_TEXT);
  return { passed, failures };
}

function failuresOf(file) {
  const failed = file.assertionResults.filter((test) => test.status === 'failed');
  if (file.status !== 'failed' || failed.length > 0) return failed.map((test) => `${file.name} > ${test.fullName}`);
  return [`${file.name}: ${file.message.split('\n')[0] || 'could not run'}`];
}
