// Import rules: the allowed imports of each folder. The first prefix that matches a file applies, subfolders included.
import { dirname, join, normalize } from 'node:path';
import { type ESTree, Visitor, parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { circlesIn } from '../circles.ts';
import { filesBelow, textOf } from './checkout.ts';

/**
 * The allowed imports by folder. `#contract/` is that folder, `type:#contract/` only its types, `node:` every built-in,
 * `*` every package.
 */
const importRules: readonly (readonly [folder: string, allowed: string])[] = [
  ['#contract/', '#contract/ zod re2js'],
  ['#text/', '#text/ type:#contract/'],
  ...['pipeline', 'auth', 'query'].map(
    (folder) =>
      [
        `#server/${folder}/`,
        '#contract/ #server/pipeline/ #server/auth/ #server/query/ #server/db/engine.ts #server/unknown.ts node: *',
      ] as const,
  ),
  [
    '#server/transport/',
    '#contract/ #server/pipeline/ #server/auth/ #server/query/ #server/transport/ #server/db/engine.ts #server/unknown.ts node: *',
  ],
  [
    '#server/entities/',
    '#contract/ #server/pipeline/ #server/auth/ #server/query/ #server/db/engine.ts #server/ports/ #server/mails/ #server/entities/ #server/unknown.ts type:#server/services.ts node: *',
  ],
  ['#server/mails/', '#contract/ #text/ #server/mails/'],
  [
    '#server/jobs/',
    '#contract/ #text/ #server/pipeline/ #server/auth/ #server/query/ #server/db/engine.ts #server/entities/ #server/mails/ #server/ports/ #server/jobs/ #server/unknown.ts type:#server/services.ts',
  ],
  ['#server/ports/', '#server/ports/ #server/unknown.ts node: *'],
  [
    '#server/db/',
    '#server/db/ #server/unknown.ts #server/pipeline/event-loop.ts type:#server/query/ type:#contract/ node: zod socket.io kysely libsql pg rate-limiter-flexible uuid @socket.io/postgres-adapter',
  ],
  ['#server/', '#contract/ #text/ #server/ node: *'],
  ['#app/ui/', '#app/ui/ #text/messages.js react react-dom framer-motion @tanstack/react-router'],
  ...['api', 'realtime', 'offline', 'auth', 'push', 'device'].map(
    (folder) =>
      [
        `#app/${folder}/`,
        '#contract/ #text/ #app/api/ #app/realtime/ #app/offline/ #app/auth/ #app/push/ #app/device/ type:#sw/ @tanstack/react-query socket.io-client idb-keyval workbox-window react',
      ] as const,
  ),
  ['#app/features/', '#contract/ #text/ #app/ @tanstack/ framer-motion react react-dom'],
  ['#app/routes/', '#contract/ #text/ #app/ @tanstack/ react'],
  ['#app/', '#contract/ #text/ #app/ @tanstack/ framer-motion react react-dom workbox-window idb-keyval'],
  [
    '#sw/',
    '#sw/ #text/ type:#contract/ #contract/push.ts #contract/outbox.ts #app/offline/outbox-sender.ts #app/api/call-table.gen.ts workbox-core workbox-precaching workbox-routing idb-keyval',
  ],
  ['#agent/', '#contract/ #agent/ node: picomatch socket.io-client'],
  ['#tools/', '#contract/ #text/ #tools/ #server/env.ts dist/ node: *'],
];

// Jobs call handlers through dispatch, never through a transport.
const TRANSPORTS = '#server/transport/';

interface Import {
  readonly target: string;
  readonly typeOnly: boolean;
}

/** Converts a path to the specifier that importers use: src/app/main.tsx becomes #app/main.tsx. */
const nameOf = (file: string) => file.replace(/^src\//, '#').replace(/^(?=(?:sw|tests)\/)/, '#');

function targetOf(specifier: string, file: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return nameOf(normalize(join(dirname(file), specifier)).replaceAll('\\', '/'));
}

const parse = (file: string) => parseSync(file, textOf(file));

function importsOf(file: string): Import[] {
  const found: Import[] = [];
  const add = (source: ESTree.Expression | null, kind?: string) => {
    if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
    found.push({ target: targetOf(source.value, file), typeOnly: kind === 'type' });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source, node.importKind),
    ExportNamedDeclaration: (node) => add(node.source, node.exportKind),
    ExportAllDeclaration: (node) => add(node.source, node.exportKind),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source, 'type'),
  }).visit(parse(file).program);
  return found;
}

const isProjectFile = (target: string) => target.startsWith('#') || target.startsWith('dist/');
const isPackage = (target: string) => !isProjectFile(target) && !target.startsWith('node:');

function allows(rule: string, { target, typeOnly }: Import): boolean {
  if (rule.startsWith('type:')) return typeOnly && target.startsWith(rule.slice('type:'.length));
  if (rule === '*') return isPackage(target);
  if (/[:/]$/.test(rule)) return target.startsWith(rule);
  return target === rule || target.startsWith(`${rule}/`);
}

const code = filesBelow('src', 'sw').filter((file) => /\.(?:ts|tsx|mjs)$/.test(file));
const everyImport = code.flatMap((file) => importsOf(file).map((one) => ({ file: nameOf(file), ...one })));

const violations = (wrong: (one: Import & { file: string }) => boolean) =>
  everyImport.filter(wrong).map(({ file, target }) => `${file} imports ${target}`);

/** Returns every package that `start` loads at run time, directly or through other files. */
function packagesReached(start: string, seen = new Set<string>()): string[] {
  const next = everyImport.filter(({ file, typeOnly }) => file === start && !typeOnly).map(({ target }) => target);
  const fresh = next.filter((target) => !seen.has(target) && seen.add(target));
  return fresh.flatMap((target) => (isProjectFile(target) ? packagesReached(target, seen) : [target]));
}

describe('import rules', () => {
  test('every folder imports only what its rule allows', () => {
    const wrong = violations((one) => {
      const [, allowed = ''] = importRules.find(([folder]) => one.file.startsWith(folder)) ?? [];
      return !allowed.split(' ').some((rule) => allows(rule, one));
    });
    expect(wrong).toEqual([]);
  });

  test('a feature is imported by named files, never by a barrel', () => {
    expect(violations(({ target }) => /^#app\/features\/[a-z-]+(?:\/index\.tsx?)?$/.test(target))).toEqual([]);
  });

  test('no file below features imports a route', () => {
    const importsRoute = ({ file, target }: Import & { file: string }) =>
      file.startsWith('#app/features/') && target.startsWith('#app/routes/');
    expect(violations(importsRoute)).toEqual([]);
  });

  test('a job imports no transport', () => {
    expect(violations(({ file, target }) => file.startsWith('#server/jobs/') && target.startsWith(TRANSPORTS))).toEqual(
      [],
    );
  });

  test('a port imports at most one library', () => {
    const ports = code.map(nameOf).filter((file) => file.startsWith('#server/ports/'));
    const libraries = (port: string) =>
      new Set(everyImport.filter(({ file, target }) => file === port && isPackage(target)).map(({ target }) => target));
    expect(ports.filter((port) => libraries(port).size > 1)).toEqual([]);
  });

  test('the service worker loads no schema library', () => {
    expect(packagesReached('#sw/index.ts').filter((name) => name.startsWith('zod'))).toEqual([]);
    expect(packagesReached('#sw/index.ts').length).toBeGreaterThan(0);
  });

  test('files of the project are imported with their extension', () => {
    expect(violations(({ target }) => isProjectFile(target) && !/\.[a-z]+(?:\?[a-z]+)?$/.test(target))).toEqual([]);
  });
});

test('contract, app and worker have no import circle, types included', () => {
  const own = (name: string) => /^#(?:contract|app|sw|text)\//.test(name) && !name.includes('.gen.');
  const graph = new Map<string, string[]>();
  for (const { file, target } of everyImport)
    if (own(file) && own(target)) graph.set(file, [...(graph.get(file) ?? []), target]);
  expect(circlesIn(graph)).toEqual([]);
});

test('the contract is pure: no clock, no random numbers, no environment', () => {
  const impure: string[] = [];
  for (const file of code.filter((name) => name.startsWith('src/contract/'))) {
    const note = (what: string) => impure.push(`${file}: ${what}`);
    new Visitor({
      NewExpression: (node) => {
        if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0)
          note('new Date()');
      },
      MemberExpression: (node) => {
        if (node.object.type !== 'Identifier' || node.property.type !== 'Identifier') return;
        const name = `${node.object.name}.${node.property.name}`;
        if (/^(?:Date\.now|Math\.random|process\..*|window\..*|document\..*|Temporal\.Now)$/.test(name)) note(name);
      },
    }).visit(parse(file).program);
  }
  expect(impure).toEqual([]);
});
