// One way of styling: theme, utilities, and one CSS module beside a component. No global class names.
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { filesBelow, textOf } from './checkout.ts';
import { loadTailwind, writtenIn } from './utilities.ts';

/** Style sheets with global class names: none. */
const globalSheets: readonly string[] = [];

const files = filesBelow('src/app');
const sheets = files.filter((file) => file.endsWith('.css'));
const modules = sheets.filter((file) => file.endsWith('.module.css'));
const components = files.filter((file) => file.endsWith('.tsx'));

/** The selectors and at-rule names of a sheet: all text in front of a brace. */
const preludesOf = (css: string): string[] =>
  css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split(/(?<=[{};])/)
    .filter((part) => part.endsWith('{'))
    .map((part) => part.slice(0, -1).trim());

/** The class names that a sheet defines. */
const classesOf = (css: string): Set<string> =>
  new Set(
    preludesOf(css)
      .filter((prelude) => !prelude.startsWith('@'))
      .flatMap((selector) => selector.match(/\.[a-zA-Z_][\w-]*/g) ?? [])
      .map((name) => name.slice(1)),
  );

interface Import {
  readonly file: string;
  readonly module: string;
  readonly used: readonly string[];
  /** Whether the component also looks classes up by a variant: `styles[kind]`. */
  readonly byVariant: boolean;
}

const imports: Import[] = components.flatMap((file) => {
  const text = textOf(file);
  return [...text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)].map(([, name = '', path = '']) => ({
    file,
    module: join(dirname(file), path).replaceAll('\\', '/'),
    used: [...text.matchAll(new RegExp(`\\b${name}(?:\\.(\\w+)|\\['(\\w+)'\\])`, 'g'))].map(
      ([, dotted, quoted]) => dotted ?? quoted ?? '',
    ),
    byVariant: new RegExp(`\\b${name}\\[(?!')`).test(text),
  }));
});

describe('styles', () => {
  let cssOf: Awaited<ReturnType<typeof loadTailwind>>;

  beforeAll(async () => {
    cssOf = await loadTailwind();
  });

  test('no sheet but a CSS module defines a class', () => {
    const global = sheets.filter((file) => !modules.includes(file) && !globalSheets.includes(file));
    expect(global.filter((file) => classesOf(textOf(file)).size > 0)).toEqual([]);
  });

  test('every sheet with global class names still has some', () => {
    expect(globalSheets.filter((file) => !files.includes(file) || classesOf(textOf(file)).size === 0)).toEqual([]);
  });

  test('every class name in a component is a utility', () => {
    const allowed = new Set(globalSheets.flatMap((file) => [...classesOf(textOf(file))]));
    // The start of a global name that ends with a variant: `under-${side}`.
    const isStart = (name: string) => name.endsWith('-') && [...allowed].some((whole) => whole.startsWith(name));
    // Marks an ancestor for `group-*` variants; it has no rule of its own.
    allowed.add('group');
    const unknown = components.flatMap((file) =>
      writtenIn(file)
        .filter((name) => cssOf(name) === null && !allowed.has(name) && !isStart(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  test('a component uses only classes that its module defines', () => {
    const missing = imports.flatMap(({ file, module, used }) => {
      const defined = classesOf(textOf(module));
      return used.filter((name) => !defined.has(name)).map((name) => `${file}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  test('every class of a module is used', () => {
    const unused = modules.flatMap((module) => {
      const importers = imports.filter((one) => one.module === module);
      if (importers.some(({ byVariant }) => byVariant)) return [];
      const used = new Set(importers.flatMap((one) => one.used));
      return [...classesOf(textOf(module))].filter((name) => !used.has(name)).map((name) => `${module}: ${name}`);
    });
    expect(unused).toEqual([]);
  });

  test('module files have names of their own: the built class names begin with them', () => {
    const names = modules.map((file) => basename(file));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('both ways into the day set the same tokens', () => {
    const text = textOf('src/app/ui/theme.css');
    const tokensOf = (selector: string) => {
      const from = text.indexOf('{', text.indexOf(selector));
      return text.slice(from + 1, text.indexOf('}', from)).match(/[\w-]+:[^;]+/g);
    };
    expect(tokensOf(":root[data-theme='day']")).toEqual(tokensOf(":root:not([data-theme='night'])"));
  });
});
