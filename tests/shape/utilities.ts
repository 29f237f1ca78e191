// The class names that components write, and the CSS that Tailwind makes of them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { __unstable__loadDesignSystem as loadDesignSystem } from 'tailwindcss';
import { type ESTree, Visitor, parseSync } from 'vite';
import { textOf } from './checkout.ts';

/** The strings that a `className` may become; operands of comparisons are not among them. */
function classStrings(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(classStrings);
  if (typeof node !== 'object' || node === null) return [];
  const { type } = node as { type?: string };
  if (type === 'BinaryExpression') return [];
  if (type === 'Literal') {
    const { value } = node as ESTree.StringLiteral;
    return typeof value === 'string' ? [value] : [];
  }
  if (type === 'TemplateElement') return [(node as ESTree.TemplateElement).value.cooked ?? ''];
  return Object.entries(node).flatMap(([key, child]) => (key === 'property' ? [] : classStrings(child)));
}

/** The class names written in a component: in `className` attributes and properties, and in `cx()`. */
export function writtenIn(file: string): string[] {
  const { program, errors } = parseSync(file, textOf(file));
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
  const found: string[] = [];
  new Visitor({
    JSXAttribute: (node) => {
      if (node.name.type === 'JSXIdentifier' && node.name.name === 'className') found.push(...classStrings(node.value));
    },
    Property: (node) => {
      if (node.key.type === 'Identifier' && node.key.name === 'className') found.push(...classStrings(node.value));
    },
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'cx') found.push(...classStrings(node.arguments));
    },
  }).visit(program);
  return [...new Set(found.flatMap((text) => text.split(/\s+/)).filter(Boolean))];
}

const resolvePackage = createRequire(import.meta.url).resolve;

/** Returns the CSS of a class name by Tailwind as the app configures it, null for one that is no utility. */
export async function loadTailwind(): Promise<(name: string) => string | null> {
  const theme = [readFileSync(resolvePackage('tailwindcss/theme.css'), 'utf8'), textOf('src/app/ui/theme.css')];
  const system = await loadDesignSystem(theme.join('\n'));
  const known = new Map<string, string | null>();
  return (name) => {
    const css = known.get(name) ?? system.candidatesToCss([name])[0] ?? null;
    known.set(name, css);
    return css;
  };
}
