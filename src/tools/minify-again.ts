// The scripts of the page are minified a second time.
import { basename } from 'node:path';
import { minify } from '@swc/core';
import type { Plugin } from 'vite';
import { type Renamed, type Script, lettersStamp, withSharedNames } from './shared-names.ts';

/** Of React and its like swc writes 0.6 kB more than the bundler's minifier. */
const isFramework = (chunk: string): boolean => chunk === 'framework';

const options = { module: true, ecma: 2022 } as const;
/**
 * Both save 0.9 kB. They assume that nobody calls `new` on a function expression without `this`, or turns a symbol into text by
 * `String`, which no library in the scripts does. `unsafe_comps` and `pure_getters` would break comparisons with `NaN`, and
 * properties that are read to lay the page out.
 */
const unsafe = { unsafe: true, unsafe_arrows: true } as const;
const compressed = { ...options, compress: { passes: 3, ecma: 2022, ...unsafe }, mangle: true } as const;

/** swc writes `ü` as `\xfc` in the strings that it joins, which takes 0.5 kB more of the app in German. */
const escaped = /(?<!\\)((?:\\\\)*)\\x([a-f][\da-f])/g;
const unescaped = (code: string): string =>
  code.replaceAll(
    escaped,
    (_all, before: string, hex: string) => before + String.fromCodePoint(Number.parseInt(hex, 16)),
  );

/** The other variables get new names, since the shared ones have theirs. */
async function mangled({ code, shared }: Renamed): Promise<string> {
  return unescaped((await minify(code, { ...options, compress: false, mangle: { reserved: shared } })).code);
}

/**
 * Minifies each script by swc after the bundler's own minifier, which alone leaves 1.6 % more bytes: 398.9 instead of 392.6 kB
 * (gzip, the whole app in German, `src/tools/size.mjs`), and the limit is 400 kB. terser saves as much, and the build then
 * takes three times as long. One name for each export in all scripts saves another 2.5 kB. Files keep the names that the
 * bundler gave them: its output and the letters of the chunks alone decide what is written.
 */
export const minifyAgain = (): Plugin => ({
  name: 'backwatch-minify-again',
  apply: 'build',
  enforce: 'post',
  augmentChunkHash: () => lettersStamp,
  async generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
    const scripts = new Map<string, Script>();
    for (const { fileName, name, code } of chunks) {
      const isFixed = isFramework(name);
      const minified = isFixed ? code : (await minify(code, compressed)).code;
      scripts.set(basename(fileName), { chunk: name, code: minified, isFixed });
    }
    const renamed = withSharedNames(scripts);
    for (const one of chunks) {
      const script = renamed.get(basename(one.fileName));
      if (script) one.code = isFramework(one.name) ? script.code : await mangled(script);
    }
  },
});
