// Compiles the message catalogues of src/text, one folder for each language and one file for each area of the product,
// into typed functions.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const self = fileURLToPath(import.meta.url);
const text = resolve(import.meta.dirname, '../text');
const outdir = join(text, 'compiled');
/** The compiler wants project folders and writes files of its own into them. */
const cache = resolve(text, '../../.cache');
const stampFile = join(outdir, '.stamp');

/** The languages that have a catalogue. */
export const languages = readdirSync(text).filter((name) => /^[a-z]{2}$/.test(name));
const areas = readdirSync(join(text, 'en')).toSorted();

function sourceHash() {
  const hash = createHash('sha256');
  hash.update(readFileSync(self));
  for (const language of languages)
    for (const area of areas) hash.update(`${language}/${area}`).update(readFileSync(join(text, language, area)));
  return hash.digest('hex');
}

/** Replaces the compiler's own file: it builds an `Intl.PluralRules` at each call, 50 us each on the test machine. */
const registry = `// Plural forms and numbers by Intl, with one formatter for each language.
/** @type {Map<string, Intl.PluralRules>} */
const rules = new Map();

/**
 * @param {string} locale
 * @param {unknown} input
 * @param {Intl.PluralRulesOptions} [options]
 * @returns {string}
 */
export function plural(locale, input, options) {
  const key = options?.type === 'ordinal' ? \`\${locale} ordinal\` : locale;
  const known = rules.get(key) ?? new Intl.PluralRules(locale, options);
  rules.set(key, known);
  return known.select(Number(input));
}

/** @type {Map<string, Intl.NumberFormat>} */
const numbers = new Map();

/**
 * @param {string} locale
 * @param {unknown} input
 * @param {Intl.NumberFormatOptions} [_options]
 * @returns {string}
 */
export function number(locale, input, _options) {
  // What is formatted already, such as "25k", stays as it is.
  if (Number.isNaN(Number(input))) return String(input);
  const known = numbers.get(locale) ?? new Intl.NumberFormat(locale);
  numbers.set(locale, known);
  return known.format(Number(input));
}
`;

/** Where the catalogue of one language is compiled to, for the pages of that language. */
const folderOfPage = (language) => join(cache, 'text', language);

function writeProject(name, baseLocale, locales) {
  const project = join(cache, `${name}.inlang`);
  const settings = {
    telemetry: 'off',
    baseLocale,
    locales,
    modules: ['../node_modules/@inlang/plugin-message-format/dist/index.js'],
    'plugin.inlang.messageFormat': { pathPattern: areas.map((area) => `../src/text/{locale}/${area}`) },
  };
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'settings.json'), JSON.stringify(settings, null, 2));
  return project;
}

async function compileInto(folder, project) {
  const { compile } = await import('@inlang/paraglide-js');
  await compile({
    project,
    outdir: folder,
    outputStructure: 'message-modules',
    // Callers name the language: the server in each call, the app once at its start.
    strategy: ['globalVariable', 'baseLocale'],
    isServer: 'false',
    disableAsyncLocalStorage: true,
    emitReadme: false,
    emitPrettierIgnore: false,
    emitGitIgnore: false,
    includeEslintDisableComment: false,
    additionalFiles: { 'registry.js': registry },
  });
  writeNumbersInAll(join(folder, 'messages'));
}

/** Lines that each module of a message begins with. */
const heads = /^(?:import .*|\/\*\* @typedef \{import.*\} LocalizedString \*\/)\n/gm;

/**
 * Writes all messages of a folder into one module. Node and the tests load every module by itself: 2,400 of them took two
 * of the four minutes of processor time that the tests of the screens need. A page is bundled and keeps its modules.
 */
function joinMessages(folder) {
  const modules = readdirSync(folder).filter((name) => name.endsWith('.js') && name !== '_index.js');
  const codes = modules.map((name) => readFileSync(join(folder, name), 'utf8'));
  const head = [...new Set(codes.flatMap((code) => code.match(heads) ?? []))].join('');
  for (const name of modules) rmSync(join(folder, name));
  writeFileSync(join(folder, '_index.js'), `${head}${codes.map((code) => code.replace(heads, '')).join('\n')}`);
}

async function compileText() {
  await compileInto(outdir, writeProject('text', 'en', languages));
  joinMessages(join(outdir, 'messages'));
  for (const language of languages) {
    const folder = folderOfPage(language);
    await compileInto(folder, writeProject(`text-${language}`, language, [language]));
    shortenMessages(join(folder, 'messages'));
    writeFileSync(join(folder, 'runtime.js'), runtimeOfOne(language));
    writeFileSync(join(folder, 'registry.js'), registryOfOne(language));
  }
  writeFileSync(stampFile, sourceHash());
}

/** Inputs that are numbers in every message; so is an input that a plural is chosen by. */
const NUMBERS = ['count', 'all', 'ok', 'late', 'missed', 'clear', 'done'];

/** Writes every count as the language does ("1,000"): a message need not ask for it, and so none forgets it. */
export function writeNumbers(code) {
  const written = code.replace(/const ([a-z]{2})_\w+ = [\s\S]*?\n\};/g, (message, locale) => {
    const plurals = [...message.matchAll(/registry\.plural\("[a-z]{2}", i\?\.(\w+)/g)].map(([, name]) => name);
    const names = [...new Set([...NUMBERS, ...plurals])].join('|');
    const raw = new RegExp(`\\$\\{(i\\?\\.(?:${names}))\\}`, 'g');
    return message.replace(raw, (_, input) => `\${registry.number("${locale}", ${input})}`);
  });
  const isImported = written === code || code.includes("from '../registry.js'");
  return isImported ? written : `import * as registry from '../registry.js'\n${written}`;
}

function writeNumbersInAll(folder) {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const code = readFileSync(file, 'utf8');
    const written = writeNumbers(code);
    if (written !== code) writeFileSync(file, written);
  }
}

/** What the app uses of the compiler's runtime, which chooses between languages: here there is one. 0.6 kB less at each start. */
const runtimeOfOne = (language) => `export const baseLocale = '${language}';
export const locales = ['${language}'];
export const getLocale = () => '${language}';
export const overwriteGetLocale = () => undefined;
export const experimentalStaticLocale = '${language}';
`;

/** The plural forms and numbers of one language: its messages do not name it. */
const registryOfOne = (language) => `let rules;
let numbers;
export const plural = (input) => (rules ??= new Intl.PluralRules('${language}')).select(Number(input));
// What is formatted already, such as "25k", stays as it is.
export const number = (input) =>
  isNaN(input) ? String(input) : (numbers ??= new Intl.NumberFormat('${language}')).format(Number(input));
`;

/** A message with marked words is drawn by its parts: pages never call it for its text. */
const marked = /const [a-z]{2}_(\w+) = [^]*?parts: [^\n]*?\*\/ (\(\([^]*?\n\t{3}\}\))[^]*/;
const choice = /\(\((?:inputs|inputs = \{\}), options = \{\}\) => \{[^{}]*?return (\w+)\(inputs\)\s*\}\)/;
/** The last variant and, for an input that no variant is for, the name of the message. */
const lastVariant = /\n\tif \([^\n]*?\) (return [^\n]*)\n\treturn [^\n]*\("\w+"\);\n/g;

/**
 * Shortens a message for a page: without the choice of the language (45 bytes), without the text of a message with parts,
 * and with its last variant for every further input. The page shows the same only if:
 * - its catalogue has one language, and the compiler writes messages as the expressions above look for;
 * - callers give every input that a message has, as the types demand;
 * - callers ask a message with marked words for its parts alone;
 * - no text holds code that is replaced, such as "i?.".
 * The tests of the messages of a page (tests/text) hold all but the second.
 */
export const shortenMessage = (code) =>
  code
    .replace(marked, 'export const $1 = { parts: $2 };\n')
    .replace(choice, '($1)')
    .replace(/^import \{ getLocale.*$/m, '')
    .replace(lastVariant, '\n\t$1\n')
    .replaceAll(', options: {}, attributes: {}', '')
    .replace(/(registry\.\w+\([^()]*), \{\}\)/g, '$1)')
    .replace(/(registry\.\w+\()"[a-z]{2}", /g, '$1')
    .replaceAll('i?.', 'i.');

function shortenMessages(folder) {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    writeFileSync(file, shortenMessage(readFileSync(file, 'utf8')));
  }
}

/**
 * Writes src/text/compiled, with every language, and a folder for the pages of each one, where a catalogue changed. For
 * pages every message is a module of its own, so that the bundler keeps each chunk to the messages that it uses. Throws an
 * Error when a catalogue is wrong.
 */
export function ensureText() {
  const isThere = [stampFile, ...languages.map(folderOfPage)].every((path) => existsSync(path));
  if (isThere && readFileSync(stampFile, 'utf8') === sourceHash()) return;
  // A process of its own: the compiler leaves timers that would hold this one for 30 s.
  const { status } = spawnSync(process.execPath, [self], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error('The message catalogues could not be compiled, see above.');
}

/** The aliases with which a page is built in one language alone. */
export const aliasesOfPage = (language) => [
  { find: '#text/messages.js', replacement: join(folderOfPage(language), 'messages/_index.js') },
  { find: '#text/compiled/runtime.js', replacement: join(folderOfPage(language), 'runtime.js') },
];

if (process.argv[1] && resolve(process.argv[1]) === self) {
  await compileText();
  process.exit(0);
}
