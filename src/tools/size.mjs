// Holds the built app to its budgets (gzip, 1 kB = 1000 bytes) and ends with one line: N passed, N failed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { filesBelow, root } from './build.mjs';

const app = join(root, 'dist/app');
const kilobyte = 1000;

/** The built chunk of each source module or chunk name. */
const manifest = () => JSON.parse(readFileSync(join(app, '.vite/manifest.json'), 'utf8'));

/** The key of a chunk, by the name that `chunks.ts` gives it. */
const keyOf = (name) => Object.entries(manifest()).find(([, chunk]) => chunk.name === name)?.[0] ?? '';

/** The scripts that these modules need before they can run: themselves and all that they import. */
function scriptsOf(modules) {
  const chunks = manifest();
  const seen = new Set();
  const follow = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of chunks[key].imports ?? []) follow(next);
  };
  for (const key of modules) follow(key);
  return [...new Set([...seen].map((key) => join(app, chunks[key].file)))];
}

/** Chunks that several screens share, or a start needs; every other one belongs to one feature. */
const shared = ['boot', 'framework', 'start', 'first', 'deferred', 'screens', 'forms'];

/** The script of the feature that takes the most bytes. */
function largestFeature() {
  const own = Object.values(manifest()).filter(({ file, name }) => file.endsWith('.js') && !shared.includes(name));
  const files = [...new Set(own.map(({ file }) => join(app, file)))];
  return files.toSorted((one, other) => gzipped([other]) - gzipped([one])).slice(0, 1);
}

const gzipped = (files) => files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);

function measure() {
  const worker = join(app, 'sw.js');
  const scripts = filesBelow(app).filter((file) => file.endsWith('.js') && file !== worker);
  const entry = [keyOf('boot'), keyOf('start')];
  return [
    { name: 'entry: page, framework, start', files: scriptsOf(entry), budget: 125 },
    { name: 'before Watch is painted', files: scriptsOf([...entry, keyOf('first')]), budget: 165 },
    { name: 'every script of the app', files: scripts, budget: 450 },
    { name: 'the largest chunk of one feature', files: largestFeature(), budget: 30 },
    { name: 'service worker', files: [worker], budget: 15 },
  ];
}

let passed = 0;
let failed = 0;
try {
  for (const { name, files, budget } of measure()) {
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
