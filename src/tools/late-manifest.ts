// The page does not name its manifest: the app does, once the first picture is drawn. For a page that names it the browser
// fetches it and its icons at each start, and decodes them, while the app starts.
import type { Plugin } from 'vite';

const NAMED = /\s*<link rel="manifest"[^>]*>/;

/** Takes the link away that the plugin of the worker adds; stands after that one. */
export const lateManifest = (): Plugin => ({
  name: 'backwatch-late-manifest',
  apply: 'build',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      if (!NAMED.test(html)) throw new Error('the page names no manifest that could be taken away');
      return html.replace(NAMED, '');
    },
  },
});
