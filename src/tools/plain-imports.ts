// A script that is loaded on demand is imported, and nothing else is fetched for it.
import type { Plugin } from 'vite';

/** The module around each `import()`. */
const helper = /\0vite\/preload-helper\.js$/;

/**
 * Replaces Vite's helper, which fetches the scripts and style sheets of an import first: there are none to fetch, and it takes
 * 0.5 kB (gzip) of every start. A script that is no longer on the server is reported as Vite does it.
 */
export const plainImports = (): Plugin => ({
  name: 'backwatch-plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: helper },
    handler: () => `export const __vitePreload = (load) => load().catch((payload) => {
      const event = new Event('vite:preloadError', { cancelable: true });
      event.payload = payload;
      window.dispatchEvent(event);
      if (!event.defaultPrevented) throw payload;
    });`,
  },
});
