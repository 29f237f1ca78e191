// The scripts of the page are minified a second time.
import { minify } from '@swc/core';
import type { Plugin } from 'vite';

/** Of React and its like swc writes 0.6 kB more than the bundler's minifier. */
const FRAMEWORK = 'framework';

const options = { module: true, ecma: 2022, compress: { passes: 3, ecma: 2022 }, mangle: true } as const;

/** swc writes `ü` as `\xfc` in the strings that it joins, which takes 0.5 kB more of the app in German. */
const escaped = /(?<!\\)((?:\\\\)*)\\x([a-f][\da-f])/g;
const unescaped = (code: string): string =>
  code.replaceAll(
    escaped,
    (_all, before: string, hex: string) => before + String.fromCodePoint(Number.parseInt(hex, 16)),
  );

/**
 * Minifies each script by swc after the bundler's own minifier, which alone leaves 1.6 % more bytes: 398.9 instead of 392.6 kB
 * (gzip, the whole app in German, `src/tools/size.mjs`), and the limit is 400 kB. terser saves as much, and the build then
 * takes three times as long. Files keep the names that the bundler gave them: its output alone decides what swc writes.
 */
export const minifyAgain = (): Plugin => ({
  name: 'backwatch-minify-again',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    for (const one of Object.values(bundle))
      if (one.type === 'chunk' && one.name !== FRAMEWORK) one.code = unescaped((await minify(one.code, options)).code);
  },
});
