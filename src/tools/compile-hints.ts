// What a start runs is compiled once, not at each start.
import type { Plugin } from 'vite';
import { scriptsOfStart } from './preloads.ts';

/** Fetched as soon as something is drawn, before the data are. */
const NEXT = 'deferred';

/** Has to stand before all else. */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Tells Chromium to compile all functions of a script at once, and to keep them with it: else it keeps those alone that ran
 * while the script was loaded, and compiles what draws the first picture anew at each start. Others take it for a comment.
 */
export const compileHints = (): Plugin => ({
  name: 'backwatch-compile-hints',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const scripts = scriptsOfStart(bundle);
      for (const one of Object.values(bundle))
        if (one.type === 'chunk' && (one.name === NEXT || scripts.has(one.fileName))) one.code = HINT + one.code;
    },
  },
});
