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
 * ends in a capital, and few names of browsers end in one of these. A chunk that no other one imports from needs none.
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

/** The names of a file are a matter of its chunk's letter: with other letters the file has to be named anew. */
export const lettersStamp = JSON.stringify(letters);

/** A name that is taken from an import, where there is one. */
const dynamicImport = /\bimport\([`"']\.\/([^`"']+)[`"']\)(?:\.then\((\w+)=>\2\.([\w$]+)\))?/g;

const nameIn = (node: ESTree.ModuleExportName): string => (node.type === 'Literal' ? node.value : node.name);
const fileIn = (source: string): string => source.replace(/^\.\//, '');
const keyOf = (file: string, name: string): string => `${file} ${name}`;

function letterOf(chunk: string): string {
  const letter = letters[chunk];
  if (letter === undefined) throw new Error(`Give the chunk "${chunk}" a letter for its exports in shared-names.ts.`);
  return letter;
}

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

/** The exports that are taken from an `import()`: these keep the name that the bundler gave them. */
function dynamicExports(scripts: ReadonlyMap<string, Script>): Set<string> {
  const found = new Set<string>();
  for (const { code } of scripts.values())
    for (const [, file = '', , name = ''] of code.matchAll(dynamicImport)) found.add(keyOf(file, name));
  return found;
}

/** Where a variable is declared and used. `{j}` is written `{j:other}`. */
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

/** The names of the exports that other scripts name in an import statement. */
function sharedNames(scripts: ReadonlyMap<string, Script & Parsed>): Map<string, string> {
  const shared = new Map<string, string>();
  for (const { program } of scripts.values())
    for (const statement of program.body) {
      if (statement.type !== 'ImportDeclaration') continue;
      const file = fileIn(statement.source.value);
      for (const one of statement.specifiers) {
        const script = scripts.get(file);
        if (one.type !== 'ImportSpecifier' || !script) throw new Error(`An import of ${file} has an unknown form.`);
        const name = nameIn(one.imported);
        shared.set(keyOf(file, name), name + letterOf(script.chunk));
      }
    }
  return shared;
}

/** `isShared`: the variable is one of the whole script. */
type Renaming = (name: string, isShared?: boolean) => string;

interface Exported {
  shared: ReturnType<typeof sharedNames>;
  dynamic: ReadonlySet<string>;
}

/** The names of the variables that other scripts share, by those that the bundler gave them. */
function namesIn(file: string, { body }: ESTree.Program, { shared }: Exported): Map<string, string> {
  const names = new Map<string, string>();
  for (const one of body)
    if (one.type === 'ImportDeclaration')
      for (const { local, ...each } of one.specifiers) {
        const name = each.type === 'ImportSpecifier' ? nameIn(each.imported) : local.name;
        names.set(local.name, shared.get(keyOf(fileIn(one.source.value), name)) ?? local.name);
      }
  for (const one of body)
    if (one.type === 'ExportNamedDeclaration')
      for (const each of one.specifiers) {
        const [local, name] = [nameIn(each.local), shared.get(keyOf(file, nameIn(each.exported)))];
        if (name !== undefined && !names.has(local)) names.set(local, name);
      }
  return names;
}

const aliased = (name: string, alias: string): string => (name === alias ? name : `${name} as ${alias}`);

/** The import and export statements. `nameOf`: of a variable, by the name that the bundler gave it. */
function statementsIn(
  file: string,
  { body }: ESTree.Program,
  { shared, dynamic }: Exported,
  nameOf: (local: string) => string,
): Change[] {
  return body.flatMap((one) => {
    const { start, end } = one;
    if (one.type === 'ImportDeclaration' && one.specifiers.length > 0) {
      const taken = one.specifiers.map((each) => {
        const name = each.type === 'ImportSpecifier' ? nameIn(each.imported) : each.local.name;
        return aliased(shared.get(keyOf(fileIn(one.source.value), name)) ?? name, nameOf(each.local.name));
      });
      return [{ start, end, text: `import{${taken.toSorted().join(',')}}from${JSON.stringify(one.source.value)};` }];
    }
    if (one.type !== 'ExportNamedDeclaration' || one.specifiers.length === 0) return [];
    const given = one.specifiers.flatMap((each) => {
      const [local, name] = [nameIn(each.local), nameIn(each.exported)];
      const common = shared.get(keyOf(file, name));
      const aliases = common === undefined ? [name] : [common, ...(dynamic.has(keyOf(file, name)) ? [name] : [])];
      return aliases.map((alias) => aliased(nameOf(local), alias));
    });
    return [{ start, end, text: `export{${given.toSorted().join(',')}};` }];
  });
}

/** The places of the variables that get another name. A name that is global to a script is not given to a variable. */
function changesIn({ program, shorthands }: Parsed, names: ReadonlyMap<string, string>, nameOf: Renaming): Change[] {
  const taken = new Set(names.values());
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
  const all = new Map([...scripts].map(([file, script]) => [file, { ...script, ...parsed(file, script.code) }]));
  const exported = { shared: sharedNames(all), dynamic: dynamicExports(scripts) };
  return new Map(
    [...all].map(([file, script]) => {
      const names = script.isFixed ? new Map<string, string>() : namesIn(file, script.program, exported);
      const taken = new Set(names.values());
      // A variable that has the name of a shared one by chance gets another.
      const nameOf: Renaming = (name, isShared = true) =>
        (isShared ? names.get(name) : undefined) ?? (taken.has(name) ? `${name}_${name}` : name);
      const statements = statementsIn(file, script.program, exported, nameOf);
      const changes = script.isFixed ? [] : changesIn(script, names, nameOf);
      return [file, { code: edited(script.code, [...statements, ...changes]), shared: [...taken] }];
    }),
  );
}
