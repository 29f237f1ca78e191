// The app's build and the rings of tests: root src/app, worker sw/index.ts, manifest from the top level.
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { routeTree } from './src/tools/route-tree.ts';
import react from '@vitejs/plugin-react';
import type { PluginOption } from 'vite';
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { chunks } from './src/tools/chunks.ts';
import { compileHints } from './src/tools/compile-hints.ts';
import { pageContract } from './src/tools/page-contract.ts';
import { minifyAgain } from './src/tools/minify-again.ts';
import { lateManifest } from './src/tools/late-manifest.ts';
import { plainImports } from './src/tools/plain-imports.ts';
import { preloads } from './src/tools/preloads.ts';
import { folderOf, pageLanguage, pageOf } from './src/tools/page-language.ts';
import { aliasesOfPage, ensureText } from './src/tools/text.mjs';
import { watchMessages } from './src/tools/watch-messages.ts';

ensureText();

const at = (path: string) => resolve(import.meta.dirname, path);
const underTest = process.env.VITEST !== undefined;
/** The language of the pages that are built: each language is a build of its own, so that a page carries no other one. */
const language = process.env.PAGE_LANGUAGE ?? 'en';
// Times on screen are the reader's: in the tests he sits in Greenwich.
if (underTest) process.env.TZ = 'UTC';

/** These packages name builds for old browsers and old versions of React, which take 1.4 kB more (gzip). */
const modernBuilds = [
  { find: /^workbox-window$/, replacement: 'workbox-window/build/workbox-window.prod.mjs' },
  {
    find: /^use-sync-external-store\/shim\/with-selector(?:\.js)?$/,
    replacement: 'use-sync-external-store/with-selector',
  },
];

/** Transports of engine.io-client that the socket does not use: 1.4 kB (gzip, `node src/tools/size.mjs`). */
const unusedTransports = {
  find: /^\.\/(?:transports\/)?(?:polling-xhr(?:\.node)?|webtransport)\.js$/,
  replacement: at('src/app/realtime/no-transports.ts'),
};

/** The app has no infinite query. The code that fetches the pages of one takes 0.4 kB (gzip, `node src/tools/size.mjs`). */
const noInfiniteQueries = {
  find: /^\.\/infiniteQueryBehavior\.js$/,
  replacement: at('src/app/api/no-infinite-queries.ts'),
};

function pwa() {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: at('sw'),
    filename: 'sw.js',
    registerType: 'prompt',
    injectRegister: false,
    manifest: JSON.parse(readFileSync(at('manifest.webmanifest'), 'utf8')) as Partial<ManifestOptions>,
    includeManifestIcons: false,
    injectManifest: {
      rollupFormat: 'iife',
      globPatterns: ['**/*.{js,css,html,svg,png,woff2}'],
      // Shown by the dialog that installs the app, once.
      globIgnores: ['screenshots/*'],
      // The server answers with the page of the reader's language; a worker must store the one that it was built with.
      manifestTransforms: [
        (manifest) => ({
          manifest: manifest.map((one) => (one.url === 'index.html' ? { ...one, url: pageOf(language) } : one)),
        }),
      ],
    },
    integration: {
      // The plugin names its output after the source file; the worker must be served as /sw.js.
      beforeBuildServiceWorker: (options) => {
        options.swSrc = at('sw/index.ts');
      },
    },
  });
}

function appPlugins(): PluginOption[] {
  return [
    tanstackRouter(routeTree),
    react({ jsxImportSource: '#jsx' }),
    tailwindcss(),
    chunks(),
    preloads(),
    plainImports(),
    pageContract(),
    minifyAgain(),
    compileHints(),
    pwa(),
    lateManifest(),
    pageLanguage(language),
    watchMessages(),
  ];
}

const ring = (name: string, folders: string[], more: object = {}) => ({
  extends: true as const,
  test: { name, include: folders.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`), ...more },
});

export default defineConfig({
  root: underTest ? import.meta.dirname : at('src/app'),
  publicDir: at('public'),
  cacheDir: at('.cache/vite'),
  plugins: underTest ? [] : appPlugins(),
  resolve: {
    alias: underTest ? [] : [...aliasesOfPage(language), ...modernBuilds, unusedTransports, noInfiniteQueries],
  },
  css: {
    // Readable in the browser, and compresses better than hashes. A shape test holds the file names unique.
    modules: { generateScopedName: (name, file) => `${basename(file).replace(/\.module\.css.*$/, '')}_${name}` },
  },
  build: {
    outDir: at(folderOf(language)),
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    manifest: true,
    // One style sheet, as the page names it: a sheet for each chunk would come after the first paint of its screen.
    cssCodeSplit: false,
    // Every chunk is in the worker's precache: a list of what each one needs would only weigh on the first.
    modulePreload: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
    },
  },
  test: {
    // One more than the cores: much of a test is waiting for a process, a database or a browser.
    maxWorkers: 3,
    globalSetup: at('tests/run-ended.ts'),
    // A machine that does much else at the same time is slow, not wrong.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      ring('shape', ['shape'], { isolate: false }),
      ring('contract', ['contract', 'text'], { isolate: false }),
      ring('server', ['sweeps', 'entities', 'jobs', 'ports', 'server', 'agent', 'compat'], { isolate: false }),
      ring('screens', ['screens', 'sw'], { pool: 'threads', setupFiles: at('tests/screens/patience.ts') }),
      ring('e2e', ['e2e'], {
        // Each file would load the server anew, which takes 9 s.
        isolate: false,
        // One for each core: a browser and its server work at the same time.
        maxWorkers: 2,
        testTimeout: 240_000,
        sequence: { groupOrder: 1 },
      }),
    ],
  },
});
