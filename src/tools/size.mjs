// Holds the built app to its budgets (gzip, 1 kB = 1000 bytes) and ends with one line: N passed, N failed.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './build.mjs';

const english = join(root, 'dist/app');
const others = join(root, 'dist/languages');
const kilobyte = 1000;

/** The chunks of the pages in one language, by their source module, and their files: those that are English too stand there. */
function builtIn(folder) {
  const chunks = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const pathOf = (file) => [folder, english].map((one) => join(one, file)).find((path) => existsSync(path)) ?? file;
  return { chunks, pathOf };
}

/** The key of a chunk, by the name that `chunks.ts` gives it. */
const keyOf = ({ chunks }, name) => Object.entries(chunks).find(([, chunk]) => chunk.name === name)?.[0] ?? '';

/** The scripts that these modules need before they can run: themselves and all that they import. */
function scriptsOf({ chunks, pathOf }, modules) {
  const seen = new Set();
  const follow = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of chunks[key].imports ?? []) follow(next);
  };
  for (const key of modules) follow(key);
  return [...new Set([...seen].map((key) => pathOf(chunks[key].file)))];
}

/** Chunks that several screens share, or a start needs; every other one belongs to one feature. */
const shared = ['boot', 'framework', 'start', 'first', 'deferred', 'lists', 'screens'];

/** The script of the feature that takes the most bytes. */
function largestFeature({ chunks, pathOf }) {
  const own = Object.values(chunks).filter(({ file, name }) => file.endsWith('.js') && !shared.includes(name));
  const files = [...new Set(own.map(({ file }) => pathOf(file)))];
  return files.toSorted((one, other) => gzipped([other]) - gzipped([one])).slice(0, 1);
}

const gzipped = (files) => files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);

/** Every script of the pages in one language. The manifest lists a worker that a page starts among the assets of its chunk. */
function allScripts({ chunks, pathOf }) {
  const files = Object.values(chunks).flatMap(({ file, assets = [] }) => [file, ...assets]);
  return [...new Set(files.filter((file) => file.endsWith('.js')).map(pathOf))];
}

function measure(folder, language) {
  const built = builtIn(folder);
  const entry = [keyOf(built, 'boot'), keyOf(built, 'start')];
  return [
    { name: 'entry: page, framework, start', files: scriptsOf(built, entry), budget: 125 },
    { name: 'before Watch is painted', files: scriptsOf(built, [...entry, keyOf(built, 'first')]), budget: 165 },
    { name: 'every script of the app', files: allScripts(built), budget: 400 },
    { name: 'the largest chunk of one feature', files: largestFeature(built), budget: 30 },
    { name: 'service worker', files: [join(folder, 'sw.js')], budget: 15 },
  ].map((one) => ({ ...one, name: `${language}: ${one.name}` }));
}

const languages = existsSync(others) ? readdirSync(others).map((one) => [join(others, one), one]) : [];

let passed = 0;
let failed = 0;
try {
  for (const { name, files, budget } of [[english, 'en'], ...languages].flatMap(([folder, one]) =>
    measure(folder, one),
  )) {
    const missing = files.length === 0 || !files.every((file) => existsSync(file));
    const size = missing ? 0 : gzipped(files) / kilobyte;
    const ok = !missing && size <= budget;
    if (ok) passed += 1;
    else failed += 1;
    const found = missing ? 'missing' : `${size.toFixed(1)} kB gzip of ${budget} kB`;
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}: ${found} (${files.length} files)`);
  }
} catch (error) {
  failed += 1;
  console.log(`FAIL sizes could not be measured: ${error instanceof Error ? error.message : error}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
