// The size limits of files, functions and components. Each exception is listed with its reason.
import { type ESTree, Visitor, parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { filesBelow, isGenerated, textOf } from './checkout.ts';

const fileWall = 300;
const functionWall = 60;
const componentWall = 120;

/** Files that may be longer, each with its reason. */
const longFiles: Record<string, string> = {
  'tests/jobs/notification.test.ts': 'the wording table of every alarm is one table',
  'tests/ports/push-web.test.ts': 'one push service and every answer that it may give',
  'tests/screens/persist-cache.test.ts': 'one cache, stored and restored in every way',
  'tests/screens/outbox.test.ts': 'one outbox and every outcome of an action',
  'tests/screens/socket.test.ts': 'one state machine, and the fake socket that drives it',
};

/** Functions that may be longer, as `file name`, each with its reason. */
const longFunctions: Record<string, string> = {};

interface Measured {
  readonly name: string;
  readonly lines: number;
  readonly wall: number;
}

type AnyFunction = ESTree.Function | ESTree.ArrowFunctionExpression;

const isCode = (file: string) => /\.(?:ts|tsx|mjs|css|html)$/.test(file);
const files = [...filesBelow('src', 'sw', 'tests'), 'vite.config.ts'].filter(
  (file) => isCode(file) && !isGenerated(file),
);
const linesOf = (text: string) => text.replace(/\n$/, '').split('\n').length;

// React requires that the name of a component begins with a capital letter.
const isComponent = (file: string, name: string) => file.endsWith('.tsx') && /^[A-Z]/.test(name);

// The callback of `describe` is a list of tests; each test inside it is measured separately.
function suites(program: ESTree.Program): Set<AnyFunction> {
  const found = new Set<AnyFunction>();
  const visit = (node: ESTree.CallExpression) => {
    let callee: ESTree.Expression = node.callee;
    while (callee.type === 'MemberExpression' || callee.type === 'CallExpression') {
      callee = callee.type === 'MemberExpression' ? (callee.object as ESTree.Expression) : callee.callee;
    }
    if (callee.type !== 'Identifier' || callee.name !== 'describe') return;
    for (const argument of node.arguments) {
      if (argument.type === 'ArrowFunctionExpression' || argument.type === 'FunctionExpression') found.add(argument);
    }
  };
  new Visitor({ CallExpression: visit }).visit(program);
  return found;
}

function functionsOf(file: string): Measured[] {
  const text = textOf(file);
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
  const skipped = suites(program);
  const names = new Map<unknown, string>();
  const measured: Measured[] = [];
  const measure = (node: AnyFunction) => {
    if (skipped.has(node)) return;
    const name = node.id?.name ?? names.get(node) ?? 'anonymous';
    const wall = isComponent(file, name) ? componentWall : functionWall;
    measured.push({ name: `${file} ${name}`, lines: linesOf(text.slice(node.start, node.end)), wall });
  };
  new Visitor({
    VariableDeclarator: (node) => {
      if (node.id.type === 'Identifier') names.set(node.init, node.id.name);
    },
    Property: (node) => {
      if (node.key.type === 'Identifier') names.set(node.value, node.key.name);
    },
    MethodDefinition: (node) => {
      if (node.key.type === 'Identifier') names.set(node.value, node.key.name);
    },
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program);
  return measured;
}

const scripts = files.filter((file) => /\.(?:ts|tsx|mjs)$/.test(file));
const functions = scripts.flatMap(functionsOf);
const long = functions.filter(({ lines, wall }) => lines > wall);
const lengths = files.map((file) => ({ name: file, lines: linesOf(textOf(file)) }));

describe('sizes', () => {
  test('no file is longer than its wall', () => {
    const over = lengths.filter(({ name, lines }) => lines > fileWall && !(name in longFiles));
    expect(over.map(({ name, lines }) => `${name}: ${lines} lines`)).toEqual([]);
  });

  test('no function is longer than its wall', () => {
    const over = long.filter(({ name }) => !(name in longFunctions));
    expect(over.map(({ name, lines, wall }) => `${name}: ${lines} lines of ${wall}`)).toEqual([]);
  });

  test('every exception is still needed', () => {
    const needed = new Set([...lengths.filter(({ lines }) => lines > fileWall), ...long].map(({ name }) => name));
    const listed = [...Object.keys(longFiles), ...Object.keys(longFunctions)];
    expect(listed.filter((name) => !needed.has(name))).toEqual([]);
  });

  test('every kind of function is measured', () => {
    expect(functions.length).toBeGreaterThan(files.length);
  });
});
