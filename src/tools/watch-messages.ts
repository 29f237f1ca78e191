// In development the catalogue is compiled again when one of its files changes, and the page reloads what shows it.
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { ensureText } from './text.mjs';

const folder = resolve(import.meta.dirname, '../text/en');

/** Watches the catalogue while the development server runs. A file that does not compile is logged and changes nothing. */
export const watchMessages = (): Plugin => ({
  name: 'backwatch-watch-messages',
  apply: 'serve',
  configureServer({ watcher, config }) {
    watcher.add(folder);
    watcher.on('change', (file) => {
      if (!file.startsWith(folder)) return;
      try {
        ensureText();
      } catch (error) {
        config.logger.error(error instanceof Error ? error.message : String(error));
      }
    });
  },
});
