// Holds the built app to its budgets (gzip, 1 kB = 1000 bytes) and ends with one line: N passed, N failed.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { filesBelow, root } from './build.mjs';

const app = join(root, 'dist/app');
const kilobyte = 1000;

function entryScripts() {
  const html = readFileSync(join(app, 'index.html'), 'utf8');
  const tags = html.match(/<script\b[^>]*>/g) ?? [];
  const sources = tags.filter((tag) => /type="?module/.test(tag)).map((tag) => /src="?([^"\s>]+)/.exec(tag)?.[1]);
  return sources.filter(Boolean).map((source) => join(app, source));
}

// What the browser must fetch before the app can run: an entry and all that it imports statically.
function closure(files, parseSync, seen = new Set()) {
  for (const file of files.filter((name) => !seen.has(name))) {
    seen.add(file);
    const { module } = parseSync(file, readFileSync(file, 'utf8'));
    const reexports = module.staticExports.flatMap((line) => line.entries.map((entry) => entry.moduleRequest?.value));
    const wanted = [...module.staticImports.map((line) => line.moduleRequest.value), ...reexports].filter(Boolean);
    closure(
      wanted.map((name) => (name.startsWith('/') ? join(app, name) : resolve(dirname(file), name))),
      parseSync,
      seen,
    );
  }
  return [...seen];
}

const gzipped = (files) => files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);

async function measure() {
  const { parseSync } = await import('vite');
  const worker = join(app, 'sw.js');
  const scripts = filesBelow(app).filter((file) => file.endsWith('.js') && file !== worker);
  return [
    { name: 'entry script with its static imports', files: closure(entryScripts(), parseSync), budget: 115 },
    { name: 'every script of the app', files: scripts, budget: 220 },
    { name: 'service worker', files: [worker], budget: 12 },
  ];
}

let passed = 0;
let failed = 0;
try {
  for (const { name, files, budget } of await measure()) {
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
