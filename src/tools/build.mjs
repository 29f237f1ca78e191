// Builds the app, the server and the client into dist/, and knows which of them (and which packages) are out of date.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { ensureText, languages } from './text.mjs';

/** The checkout's top level, as an absolute path. */
export const root = resolve(import.meta.dirname ?? fileURLToPath(new URL('.', import.meta.url)), '../..');

const stampFile = join(root, 'dist/.stamp');
const sources = [
  'src',
  'sw',
  'public',
  'manifest.webmanifest',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
// Written by the build itself: counting it would make every fresh build look stale.
const generated = /^src\/(?:app\/routes\.gen\.ts$|text\/compiled\/)/;

const parts = {
  app: { entry: 'src/app/index.html', output: 'dist/app/index.html', build: buildApp },
  server: {
    entry: 'src/server/main.ts',
    output: 'dist/server/main.js',
    build: () => bundle('src/server/main.ts', 'dist/server', (id) => apart.has(id)),
  },
  agent: {
    entry: 'src/agent/main.ts',
    output: 'dist/agent/main.js',
    build: () => bundle('src/agent/main.ts', 'dist/agent', isPackage),
  },
};

/** Every part that can be built: `app`, `server`, `agent`. */
export const allParts = Object.keys(parts);

const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
const digest = (text) => createHash('sha256').update(text).digest('hex');

/** Every file below a folder (or the file itself), absolute, in a stable order; a missing folder has none. */
export function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).toSorted();
  return names.flatMap((name) => filesBelow(join(path, name)));
}

function sourceHash() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesBelow(join(root, source)))) {
    const name = relative(root, file).replaceAll('\\', '/');
    if (!generated.test(name)) hash.update(name).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** The parts of `wanted` whose output is missing or older than the sources. */
export function staleParts(wanted = allParts) {
  const stamp = readJson(stampFile);
  const hash = sourceHash();
  return wanted.filter((part) => stamp[part] !== hash || !existsSync(join(root, parts[part].output)));
}

// What npm itself recorded as installed, against what the lock file asks for.
function installedMatchesLock(lockText) {
  const installed = readJson(join(root, 'node_modules/.package-lock.json')).packages ?? {};
  return Object.entries(JSON.parse(lockText).packages).every(
    ([path, entry]) => path === '' || entry.optional || installed[path]?.version === entry.version,
  );
}

/** Runs `npm ci` when node_modules is missing or belongs to another package-lock.json; throws a sentence when it fails. */
export function ensurePackages() {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stamp = join(root, 'node_modules/.backwatch-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest(lockText)) return;
  if (!installedMatchesLock(lockText)) {
    console.log('Installing packages (npm ci) ...');
    const status = npm(['ci', '--no-audit', '--no-fund']);
    if (status !== 0) throw new Error('Packages could not be installed: `npm ci` failed, see above.');
  }
  writeFileSync(stamp, digest(lockText));
}

function npm(args) {
  const env = { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  // Without development packages there is no bundler to build with, whatever NODE_ENV says.
  const full = [...args, '--include=dev', '--include=optional'];
  const options = { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] };
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) return spawnSync(process.execPath, [script, ...full], options).status;
  return spawnSync('npm', full, { ...options, shell: process.platform === 'win32' }).status;
}

/** Builds the named parts in a process of its own, so that the bundler's memory does not stay in the caller's. */
export function buildApart(wanted) {
  if (wanted.length === 0) return;
  console.log(`Building ${wanted.join(', ')} ...`);
  const args = [fileURLToPath(import.meta.url), ...wanted.map((part) => `--${part}`)];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`The build of ${wanted.join(', ')} failed, see above.`);
}

/** Builds one part while this process goes on; false, after the reason was printed, when it does not build. */
export function tryBuild(part) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), `--${part}`], { cwd: root, stdio: 'inherit' });
  return new Promise((done) => child.once('exit', (code) => done(code === 0)));
}

const appFolder = join(root, 'dist/app');
/** The pages of every language but English. */
const languagesFolder = join(root, 'dist/languages');

async function buildApp() {
  const { build } = await import('vite');
  rmSync(languagesFolder, { recursive: true, force: true });
  for (const language of languages.toSorted((one, other) => Number(other === 'en') - Number(one === 'en'))) {
    process.env.PAGE_LANGUAGE = language;
    await build({ configFile: join(root, 'vite.config.ts'), logLevel: process.env.CI ? 'warn' : 'info' });
    if (language !== 'en') dropShared(join(languagesFolder, language));
  }
  for (const file of [...filesBelow(appFolder), ...filesBelow(languagesFolder)]) {
    if (/\.(?:js|css|html|svg)$/.test(file)) compress(file);
  }
}

/** Removes what the English build has under the same name: the name of an asset holds its content, and the rest is no text. */
function dropShared(folder) {
  const isPage = /\/(?:index\.html|sw\.js|manifest\.json)$/;
  for (const file of filesBelow(folder)) {
    if (existsSync(join(appFolder, relative(folder, file))) && !isPage.test(file.replaceAll('\\', '/'))) rmSync(file);
  }
}

function compress(file) {
  const content = readFileSync(file);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: quality }));
}

// The client is installed with its packages, as any command from the registry is.
const isPackage = (id) => !/^[./#]/.test(id) && !/^[a-z]:[\\/]/i.test(id);

// One file is read twice as fast as the hundreds that packages are made of. What is native cannot be in it, a logger's
// workers are files of their own, and the rest is asked for by packages that go on without.
const apart = new Set([
  'libsql',
  'libsql/promise',
  '@node-rs/argon2',
  'pino',
  'pino-pretty',
  'pg-native',
  'bufferutil',
  'utf-8-validate',
]);

/** A moment as the software version stamp has it: YYYY MMDD HHmm. */
function stampOf(at) {
  const [year, month, day, hour, minute] = at.toISOString().split(/[-T:]/);
  return `${year} ${month}${day} ${hour}${minute}`;
}

async function bundle(entry, folder, external) {
  const { rolldown } = await import('rolldown');
  rmSync(join(root, folder), { recursive: true, force: true });
  const transform = { define: { BUILD_STAMP: JSON.stringify(stampOf(new Date())) } };
  const bundled = await rolldown({ input: join(root, entry), cwd: root, platform: 'node', external, transform });
  const output = { dir: join(root, folder), format: 'esm', sourcemap: true, entryFileNames: 'main.js' };
  await bundled.write(output);
  await bundled.close();
}

async function main(args) {
  const unknown = args.filter((arg) => !allParts.includes(arg.replace(/^--/, '')));
  if (unknown.length > 0) throw new Error(`Unknown option ${unknown.join(' ')}; known: --app --server --agent`);
  const wanted = args.length > 0 ? args.map((arg) => arg.slice(2)) : allParts;
  const missing = wanted.filter((part) => !existsSync(join(root, parts[part].entry)));
  const stamp = readJson(stampFile);
  // A test run's environment would switch the app's plugins off and build React for development.
  delete process.env.VITEST;
  process.env.NODE_ENV = 'production';
  ensureText();
  const hash = sourceHash();
  for (const part of wanted.filter((name) => !missing.includes(name))) {
    await parts[part].build();
    stamp[part] = hash;
    mkdirSync(join(root, 'dist'), { recursive: true });
    writeFileSync(stampFile, JSON.stringify(stamp));
  }
  if (missing.length > 0) {
    throw new Error(`NOT BUILT: ${missing.map((part) => `${part} (no ${parts[part].entry})`).join(', ')}`);
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.chdir(root);
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error && error.message.startsWith('NOT BUILT') ? error.message : error);
    process.exitCode = 1;
  }
}
