// Finds a Chromium for the tests that need a browser, and installs one where there is none.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'microsoft-edge-stable',
  'msedge',
];

const windowsFolders = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'];
const windowsFiles = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];
const usualPlaces = [
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

const HEADLESS_SHELL = 'chromium-headless-shell';

function onPath(programs) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return programs.flatMap((name) => folders.map((folder) => join(folder, name))).filter((path) => existsSync(path));
}

function candidates() {
  const onWindows = windowsFolders.flatMap((key) => windowsFiles.map((file) => join(process.env[key] ?? '', file)));
  return [...onPath(names), ...[...usualPlaces, ...onWindows].filter((path) => existsSync(path))];
}

// Ubuntu's chromium-browser may be a stub that only says "install the snap"; on Windows the question opens a window.
function answers(path) {
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0;
}

async function ownCopy() {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

/** The path of Chromium's headless shell, installed if the system has a package of it; undefined without one. */
export function wishHeadlessShell() {
  const found = () => onPath([HEADLESS_SHELL]).find(answers);
  return found() ?? (mayInstall() && aptInstall([HEADLESS_SHELL]) ? found() : undefined);
}

/** The path of a Chromium that is already here, or undefined. CHROMIUM_PATH wins when it names a file. */
export async function findChromium() {
  const wished = process.env.CHROMIUM_PATH;
  if (wished && existsSync(wished)) return wished;
  return candidates().find(answers) ?? (await ownCopy());
}

/** True when packages of the system may be installed: root, on a Debian or a kin of it. */
export const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installs packages of the system; true when that worked. Never asks. */
export function aptInstall(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (args) => spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  return apt(install) || (apt(['update', '-q']) && apt(install));
}

/** A Chromium, installed if need be; throws a sentence when none can be had. */
export async function needChromium() {
  const found = await findChromium();
  if (found) return found;
  console.log('No Chromium found: installing one ...');
  if (mayInstall() && aptInstall(['chromium'])) {
    const installed = await findChromium();
    if (installed) return installed;
  }
  const args = ['node_modules/playwright/cli.js', 'install', ...(mayInstall() ? ['--with-deps'] : []), 'chromium'];
  spawnSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const downloaded = await ownCopy();
  if (downloaded) return downloaded;
  throw new Error('No Chromium: install one, or name it in CHROMIUM_PATH.');
}
