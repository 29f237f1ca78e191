// Casts of the server: few, each with its reason. A cast hides from the compiler what a schema, a check or a type could tell it.
import { type ESTree, Visitor, parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { filesBelow, textOf } from './checkout.ts';

/** The number of casts that are left, see decision record 0042. It only falls. */
const MOST_CASTS = 20;
/** A reason stands in so many lines before its cast. */
const REASON_LINES = 3;

interface Found {
  /** `file:line` of each. */
  casts: string[];
  withoutReason: string[];
  unchecked: string[];
}

const isConst = ({ typeAnnotation }: ESTree.TSAsExpression): boolean =>
  typeAnnotation.type === 'TSTypeReference' &&
  typeAnnotation.typeName.type === 'Identifier' &&
  typeAnnotation.typeName.name === 'const';

/** Finds `x as T` (`x as unknown as T` counts twice), `any` and `x!`. */
function findIn(file: string, text: string): Found {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
  const found: Found = { casts: [], withoutReason: [], unchecked: [] };
  const lineOf = (at: number) => text.slice(0, at).split('\n').length;
  const lines = text.split('\n');
  new Visitor({
    TSAsExpression: (node) => {
      if (isConst(node)) return;
      const line = lineOf(node.start);
      found.casts.push(`${file}:${line}`);
      const before = lines.slice(Math.max(0, line - 1 - REASON_LINES), line);
      if (!before.some((one) => /^\s*(?:\/\/|\/?\*)/.test(one))) found.withoutReason.push(`${file}:${line}`);
    },
    TSAnyKeyword: ({ start }) => void found.unchecked.push(`${file}:${lineOf(start)} any`),
    TSNonNullExpression: ({ start }) => void found.unchecked.push(`${file}:${lineOf(start)} !`),
  }).visit(program);
  return found;
}

const found = filesBelow('src/server')
  .filter((file) => file.endsWith('.ts'))
  .map((file) => findIn(file, textOf(file)));

describe('casts of the server', () => {
  test('every kind is found', () => {
    const text = 'const a = b as C;\nconst d = e as unknown as F;\nconst g = h! as const;\nlet i: any;';
    const { casts, withoutReason, unchecked } = findIn('x.ts', text);
    expect(casts).toHaveLength(3);
    expect(withoutReason).toHaveLength(3);
    expect(unchecked).toEqual(['x.ts:3 !', 'x.ts:4 any']);
    expect(findIn('x.ts', `// A reason.\n${text}`).withoutReason).toEqual([]);
  });

  test('there are not more than there were', () => {
    const casts = found.flatMap((one) => one.casts);
    expect(casts.length, casts.join('\n')).toBeLessThanOrEqual(MOST_CASTS);
  });

  test('each has its reason', () => {
    expect(found.flatMap(({ withoutReason }) => withoutReason)).toEqual([]);
  });

  test('there is no `any` and no `!`', () => {
    expect(found.flatMap(({ unchecked }) => unchecked)).toEqual([]);
  });
});
