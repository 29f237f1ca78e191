// Holds the built app to its budgets (gzip, 1 kB = 1000 bytes) and ends with one line: N passed, N failed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { filesBelow, root } from './build.mjs';

const app = join(root, 'dist/app');
const kilobyte = 1000;

// What the browser must fetch before the app can run: the page's script, the app's start, and all they import.
function entryScripts() {
  const manifest = JSON.parse(readFileSync(join(app, '.vite/manifest.json'), 'utf8'));
  const seen = new Set();
  const follow = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of manifest[key].imports ?? []) follow(next);
  };
  for (const key of ['index.html', 'main.tsx']) follow(key);
  return [...new Set([...seen].map((key) => join(app, manifest[key].file)))];
}

const gzipped = (files) => files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);

function measure() {
  const worker = join(app, 'sw.js');
  const scripts = filesBelow(app).filter((file) => file.endsWith('.js') && file !== worker);
  return [
    { name: 'entry: page, framework, start', files: entryScripts(), budget: 115 },
    { name: 'every script of the app', files: scripts, budget: 220 },
    { name: 'service worker', files: [worker], budget: 12 },
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
