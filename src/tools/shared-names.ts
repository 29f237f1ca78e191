// An export has one name in all scripts of the page: else the export and each import say a second one (`Ar as j`).
import { type Variable, analyze } from 'eslint-scope';
import { type ESTree, Visitor, parseSync } from 'vite';

export interface Renamed {
  code: string;
  /** A minifier must neither change these names nor give them to other variables. */
  shared: string[];
}

/** What the bundler wrote. */
export interface Script {
  chunk: string;
  code: string;
  /** It is not minified again, so its variables keep their names: only its import and export statements are written anew. */
  isFixed: boolean;
}

interface Change {
  start: number;
  end: number;
  text: string;
}

type Program = ESTree.Program & Parameters<typeof analyze>[0];

/**
 * The last letter of what a chunk exports, so that no two exports of all scripts have the same name. No word of the language
 * ends in a capital, and few names of browsers end in one of these. A chunk that is only imported on demand, as a whole, needs none.
 */
const letters: Readonly<Record<string, string>> = {
  'rolldown-runtime': 'Q',
  boot: 'B',
  framework: 'K',
  start: 'Z',
  first: 'F',
  deferred: 'D',
  lists: 'J',
  screens: 'C',
  auth: 'H',
  organizations: 'G',
  panels: 'X',
  people: 'V',
  plans: 'W',
  system: 'E',
};

/** Part of the hash in each file name: with other letters a file has other content. */
export const lettersStamp = JSON.stringify(letters);

/** An `import()` of another script, and the export that is taken from it. */
const dynamicImport = /\bimport\([`"']\.\/([^`"']+)[`"']\)(?:\.then\((\w+)=>\2\.([\w$]+)\))?/g;

const nameIn = (node: ESTree.ModuleExportName): string => (node.type === 'Literal' ? node.value : node.name);
const fileIn = (source: string): string => source.replace(/^\.\//, '');

function edited(code: string, changes: readonly Change[]): string {
  let [out, at] = ['', 0];
  for (const { start, end, text } of changes.toSorted((one, other) => one.start - other.start)) {
    // A name in a list that is written anew goes with the list.
    if (start < at) continue;
    out += code.slice(at, start) + text;
    at = end;
  }
  return out + code.slice(at);
}

/** Renames a variable where it is declared and used. `{j}` is written `{j:other}`. */
function renamed(
  { identifiers, references }: Variable,
  text: string,
  shorthands: ReadonlyMap<number, string>,
): Change[] {
  const places = new Set([...identifiers, ...references.map(({ identifier }) => identifier)]);
  return [...places].map(({ range: [start, end] = [0, 0] }) => ({
    start,
    end,
    text: shorthands.has(start) ? `${shorthands.get(start)}:${text}` : text,
  }));
}

interface Parsed {
  program: Program;
  /** The names of the properties that are written by the name of their variable alone, by the start of that one. */
  shorthands: Map<number, string>;
}

function parsed(file: string, code: string): Parsed {
  const program = parseSync(file, code, { range: true }).program as Program;
  const shorthands = new Map<number, string>();
  new Visitor({
    Property: ({ shorthand, key, value }) => {
      if (shorthand && key.type === 'Identifier')
        shorthands.set(value.type === 'AssignmentPattern' ? value.left.start : value.start, key.name);
    },
  }).visit(program);
  return { program, shorthands };
}

/** The name of an export of a file in all scripts. */
type NameOfExport = (file: string, name: string) => string;

/** Renames the exports that a script takes from an `import()`. */
function dynamicImports(code: string, isShared: (file: string) => boolean, nameOfExport: NameOfExport): Change[] {
  return [...code.matchAll(dynamicImport)].flatMap(({ 0: all, 1: file = '', 3: name, index }) => {
    if (!isShared(file)) return [];
    if (name === undefined) throw new Error(`A dynamic import of ${file} has an unknown form.`);
    const end = index + all.length - ')'.length;
    return [{ start: end - name.length, end, text: nameOfExport(file, name) }];
  });
}

/** The names of the variables that scripts share, by those that the bundler gave them. */
function namesIn(file: string, { body }: ESTree.Program, nameOfExport: NameOfExport): Map<string, string> {
  const names = new Map<string, string>();
  for (const one of body)
    if (one.type === 'ImportDeclaration')
      for (const each of one.specifiers) {
        if (each.type !== 'ImportSpecifier') throw new Error(`An import of ${one.source.value} has an unknown form.`);
        names.set(each.local.name, nameOfExport(fileIn(one.source.value), nameIn(each.imported)));
      }
  for (const one of body)
    if (one.type === 'ExportNamedDeclaration')
      for (const { local, exported } of one.specifiers)
        if (!names.has(nameIn(local))) names.set(nameIn(local), nameOfExport(file, nameIn(exported)));
  return names;
}

/** `isShared`: the variable is one of the whole script. */
type Renaming = (name: string, isShared?: boolean) => string;

const aliased = (name: string, alias: string): string => (name === alias ? name : `${name} as ${alias}`);

/** The import and export statements. */
function statementsIn(file: string, { body }: ESTree.Program, nameOfExport: NameOfExport, nameOf: Renaming): Change[] {
  return body.flatMap((one) => {
    const { start, end } = one;
    if (one.type === 'ImportDeclaration' && one.specifiers.length > 0) {
      const taken = one.specifiers.map((each) => {
        const name = each.type === 'ImportSpecifier' ? nameIn(each.imported) : '';
        return aliased(nameOfExport(fileIn(one.source.value), name), nameOf(each.local.name));
      });
      return [{ start, end, text: `import{${taken.toSorted().join(',')}}from${JSON.stringify(one.source.value)};` }];
    }
    if (one.type !== 'ExportNamedDeclaration' || one.specifiers.length === 0) return [];
    const given = one.specifiers.map(({ local, exported }) =>
      aliased(nameOf(nameIn(local)), nameOfExport(file, nameIn(exported))),
    );
    return [{ start, end, text: `export{${given.toSorted().join(',')}};` }];
  });
}

/** The places of the variables that get another name. A name that is global to a script is not given to a variable. */
function variablesIn({ program, shorthands }: Parsed, taken: ReadonlySet<string>, nameOf: Renaming): Change[] {
  const { scopes, globalScope } = analyze(program, { ecmaVersion: 2022, sourceType: 'module' });
  for (const { identifier } of globalScope?.through ?? [])
    if (taken.has(identifier.name))
      throw new Error(`An export must not be called "${identifier.name}": a script uses the global one.`);
  return scopes.flatMap(({ type, variables }) =>
    variables.flatMap((variable) => {
      const name = nameOf(variable.name, type === 'module');
      return name === variable.name ? [] : renamed(variable, name, shorthands);
    }),
  );
}

/** Gives the exports of these scripts, by their file names, the same name in all of them. */
export function withSharedNames(scripts: ReadonlyMap<string, Script>): Map<string, Renamed> {
  const letterOf = (file: string) => letters[scripts.get(file)?.chunk ?? ''];
  const nameOfExport: NameOfExport = (file, name) => name + (letterOf(file) ?? '');
  return new Map(
    [...scripts].map(([file, { code, isFixed }]) => {
      const script = parsed(file, code);
      const names = isFixed ? new Map<string, string>() : namesIn(file, script.program, nameOfExport);
      const taken = new Set(names.values());
      // A variable that has the name of a shared one by chance gets another.
      const nameOf: Renaming = (name, isShared = true) =>
        (isShared ? names.get(name) : undefined) ?? (taken.has(name) ? `${name}_${name}` : name);
      const changes = [
        ...statementsIn(file, script.program, nameOfExport, nameOf),
        ...dynamicImports(code, (one) => letterOf(one) !== undefined, nameOfExport),
        ...(isFixed ? [] : variablesIn(script, taken, nameOf)),
      ];
      return [file, { code: edited(code, changes), shared: [...taken] }];
    }),
  );
}
