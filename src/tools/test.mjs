// `npm test`: sets everything up, runs every check in order, and ends with one line: N passed, N failed.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePackages, root } from './build.mjs';
import { ensureText } from './text.mjs';
import { runTests } from './test-attempts.mjs';
import { aptInstall, mayInstall, needChromium, wishHeadlessShell } from './chromium.mjs';

const quickRings = ['shape', 'contract', 'server'];
/** Test files that drive processes, databases and browsers in real time: those of the rings `server` and `e2e`. */
const realTime = /^tests\/(sweeps|entities|jobs|ports|server|agent|compat|e2e)\//;
const postgresFolder = '/usr/lib/postgresql';
const failures = [];
let passed = 0;

function count(ok, name) {
  if (ok) passed += 1;
  else failures.push(name);
}

const runNode = (args, env = {}) =>
  spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  }).status;

function check(name, args) {
  console.log(`\n> ${name}`);
  count(runNode(args) === 0, name);
}

const hasPostgres = () =>
  existsSync(postgresFolder) &&
  readdirSync(postgresFolder).some((version) => existsSync(join(postgresFolder, version, 'bin/postgres')));

function wishPostgres() {
  if (hasPostgres()) return;
  if (mayInstall()) console.log('No PostgreSQL found: installing it ...');
  if (mayInstall() && aptInstall(['postgresql']) && hasPostgres()) return;
  console.log('No PostgreSQL on this machine: the server tests run on SQLite only.');
}

async function setUp(quick) {
  ensurePackages();
  ensureText();
  if (quick) return;
  wishPostgres();
  try {
    process.env.CHROMIUM_PATH = await needChromium();
    process.env.HEADLESS_SHELL_PATH ??= wishHeadlessShell() ?? process.env.CHROMIUM_PATH;
    console.log(`Chromium: ${process.env.CHROMIUM_PATH}, without windows: ${process.env.HEADLESS_SHELL_PATH}`);
  } catch (error) {
    count(false, error.message);
  }
}

function staticChecks(quick) {
  check('format (oxfmt)', ['node_modules/oxfmt/bin/oxfmt', '--check', '.']);
  check('lint (oxlint)', ['node_modules/oxlint/bin/oxlint', '--deny-warnings']);
  check('types (tsc)', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.']);
  if (!quick) check('build', ['src/tools/build.mjs']);
}

function tests(rings) {
  console.log('\n> tests (vitest)');
  const mayRepeat = (name) => Boolean(process.env.CI) && realTime.test(name);
  const counted = runTests(
    rings.map((ring) => `--project=${ring}`),
    { root, mayRepeat },
  );
  passed += counted.passed;
  failures.push(...counted.failures);
}

const quick = process.argv.includes('--quick');
process.chdir(root);
try {
  await setUp(quick);
  staticChecks(quick);
  tests(quick ? quickRings : []);
} catch (error) {
  count(false, error instanceof Error ? error.message : String(error));
}
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
