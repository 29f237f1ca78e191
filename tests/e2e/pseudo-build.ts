// Builds the pages in the pseudo-locale, for both directions, each into a folder with the name of its language.
// `node --import tsx tests/e2e/pseudo-build.ts FOLDER`
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { directionOf } from '../../src/tools/page-language.ts';
import { aliasesOfPage, ensureText } from '../../src/tools/text.mjs';
import { PAGES, pseudoMessages } from './pseudo-text.ts';

const [, , folder] = process.argv;
if (!folder) throw new Error('Name the folder that the pages are built into.');
const configFile = resolve(import.meta.dirname, '../../vite.config.ts');

ensureText();
for (const language of Object.values(PAGES)) {
  process.env.PAGE_LANGUAGE = language;
  await build({
    configFile,
    logLevel: 'error',
    plugins: [pseudoMessages(directionOf(language) === 'rtl')],
    resolve: { alias: aliasesOfPage('en') },
    build: { outDir: join(folder, language), emptyOutDir: true },
  });
}
