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
 * The first letter of what a chunk exports, so that no two exports of all scripts have the same name. A chunk that no other
 * one imports from needs none.
 */
const letters: Readonly<Record<string, string>> = {
  'rolldown-runtime': 'R',
  boot: 'B',
  framework: 'K',
  start: 'T',
  first: 'F',
  deferred: 'D',
  lists: 'L',
  screens: 'S',
  auth: 'A',
  organizations: 'O',
  panels: 'P',
  people: 'U',
  plans: 'N',
  system: 'Y',
};

/** The names of a file are a matter of its chunk's letter: with other letters the file has to be named anew. */
export const lettersStamp = JSON.stringify(letters);

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
        shared.set(keyOf(file, name), letterOf(script.chunk) + name);
      }
    }
  return shared;
}

interface Exported {
  shared: ReturnType<typeof sharedNames>;
  dynamic: ReadonlySet<string>;
}

interface Lists {
  /** The import and export statements, with the shared names. */
  statements: Change[];
  /** The shared name of each variable that they name. */
  names: Map<string, string>;
}

function listsIn(file: string, { body }: ESTree.Program, exported: Exported, isFixed: boolean): Lists {
  const { shared, dynamic } = exported;
  const names = new Map<string, string>();
  const nameVariable = (local: string, common: string) => isFixed || names.has(local) || names.set(local, common);
  const aliased = (name: string, alias: string) => (name === alias ? name : `${name} as ${alias}`);
  const statements: Change[] = [];
  for (const one of body) {
    if (one.type !== 'ImportDeclaration' || one.specifiers.length === 0) continue;
    const from = fileIn(one.source.value);
    const taken = one.specifiers.map((each) => {
      const name = each.type === 'ImportSpecifier' ? nameIn(each.imported) : each.local.name;
      const common = shared.get(keyOf(from, name)) ?? name;
      nameVariable(each.local.name, common);
      return isFixed ? aliased(common, each.local.name) : common;
    });
    const text = `import{${taken.toSorted().join(',')}}from${JSON.stringify(one.source.value)};`;
    statements.push({ start: one.start, end: one.end, text });
  }
  for (const one of body) {
    if (one.type !== 'ExportNamedDeclaration' || one.specifiers.length === 0) continue;
    const given = one.specifiers.flatMap((each) => {
      const [local, name] = [nameIn(each.local), nameIn(each.exported)];
      const key = keyOf(file, name);
      const common = shared.get(key);
      if (common !== undefined) nameVariable(local, common);
      const variable = names.get(local) ?? local;
      const aliases = [
        ...(common === undefined ? [] : [common]),
        ...(common === undefined || dynamic.has(key) ? [name] : []),
      ];
      return aliases.map((alias) => aliased(variable, alias));
    });
    statements.push({ start: one.start, end: one.end, text: `export{${given.toSorted().join(',')}};` });
  }
  return { statements, names };
}

/** Gives the shared variables their names, and another one to a variable that has such a name by chance. */
function changesIn({ program, shorthands }: Parsed, { statements, names }: Lists): Change[] {
  const taken = new Set(names.values());
  const { scopes } = analyze(program, { ecmaVersion: 2022, sourceType: 'module' });
  const changes = scopes.flatMap(({ type, variables }) =>
    variables.flatMap((variable) => {
      const common = type === 'module' ? names.get(variable.name) : undefined;
      const name = common ?? (taken.has(variable.name) ? `${variable.name}_${variable.name}` : undefined);
      return name === undefined ? [] : renamed(variable, name, shorthands);
    }),
  );
  return [...statements, ...changes];
}

/** Gives the exports of these scripts, by their file names, the same name in all of them. */
export function withSharedNames(scripts: ReadonlyMap<string, Script>): Map<string, Renamed> {
  const all = new Map([...scripts].map(([file, script]) => [file, { ...script, ...parsed(file, script.code) }]));
  const exported = { shared: sharedNames(all), dynamic: dynamicExports(scripts) };
  return new Map(
    [...all].map(([file, script]) => {
      const lists = listsIn(file, script.program, exported, script.isFixed);
      const changes = script.isFixed ? lists.statements : changesIn(script, lists);
      return [file, { code: edited(script.code, changes), shared: [...lists.names.values()] }];
    }),
  );
}
