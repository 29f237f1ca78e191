// Styles follow the direction of reading: no left and no right, but start and end, or a rule of its own for `[dir='rtl']`.
import { type ESTree, Visitor, parseSync } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import { filesBelow, textOf } from './checkout.ts';
import { loadTailwind, writtenIn } from './utilities.ts';

const files = filesBelow('src/app');
const scripts = files.filter((file) => /\.tsx?$/.test(file));

/** Objects with a key `left` or `right` that are no styles. */
const noStyles: readonly string[] = ['src/app/ui/primitives/icon-paths.ts'];

interface Rule {
  selector: string;
  property: string;
  value: string;
}

/** The declarations of a sheet, each with the selector that stands directly around it. */
function rulesOf(css: string): Rule[] {
  const rules: Rule[] = [];
  const around: string[] = [];
  for (const [part] of css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/[^{};]*[{};]/g)) {
    const text = part.slice(0, -1).trim();
    const [property = '', ...value] = text.split(':');
    if (part.endsWith('{')) around.push(text.replaceAll(/\s+/g, ' '));
    else if (value.length > 0)
      rules.push({ selector: around.at(-1) ?? '', property: property.trim(), value: value.join(':').trim() });
    if (part.endsWith('}')) around.pop();
  }
  return rules;
}

/** The parts of a value between spaces, each function as one. */
const partsOf = (value: string): string[] => value.match(/(?:[^\s(]+|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];

const physical = /(?:^|-)(?:left|right)(?:-|$)|^--tw-translate-x$/;
const fourSides = /^(?:inset|margin|padding|scroll-margin|scroll-padding|border-(?:width|style|color))$/;

/** True for a declaration that names left or right, or gives them values of their own. */
function hasSides({ property, value }: Rule): boolean {
  if (physical.test(property)) return true;
  if (/^(?:text-align|float|clear|transform-origin)$/.test(property) && /\b(?:left|right)\b/.test(value)) return true;
  if (/gradient\((?:-?90deg|to (?:left|right))/.test(value)) return true;
  if (/^(?:transform|translate)$/.test(property) && /translate(?:X|3d)?\([^,)]*[1-9]/.test(value)) return true;
  const [first, second = first, third = first, fourth = second] = partsOf(value);
  // The safe areas are sides of the device.
  if (fourSides.test(property)) return second !== fourth && !second?.includes('safe-area-inset-right');
  if (property === 'border-radius') return first !== second || third !== fourth;
  return false;
}

/** The sided declarations of a sheet that have no counterpart for the other direction. */
function sidedRules(css: string): string[] {
  const rules = rulesOf(css);
  const mirrored = ({ selector, property }: Rule) =>
    selector.startsWith("[dir='rtl'] ") ||
    rules.some((one) => one.selector === `[dir='rtl'] ${selector}` && one.property === property);
  return rules
    .filter((rule) => hasSides(rule) && !mirrored(rule))
    .map(({ selector, property, value }) => `${selector} { ${property}: ${value} }`);
}

const sidedKey =
  /^(?:left|right|(?:margin|padding|border|inset)(?:Left|Right)\w*|border(?:Top|Bottom)(?:Left|Right)Radius)$/;

/** The keys of object literals that are physical style properties. */
function sidedKeys(file: string): string[] {
  const found: string[] = [];
  new Visitor({
    ObjectExpression: ({ properties }: ESTree.ObjectExpression) => {
      for (const one of properties)
        if (one.type === 'Property' && one.key.type === 'Identifier' && sidedKey.test(one.key.name))
          found.push(`${file}: ${one.key.name}`);
    },
  }).visit(parseSync(file, textOf(file)).program);
  return found;
}

describe('the direction of reading', () => {
  let cssOf: Awaited<ReturnType<typeof loadTailwind>>;
  beforeAll(async () => {
    cssOf = await loadTailwind();
  });

  test('a side is found in every way of writing it', () => {
    const written = [
      'left: 0',
      'padding-right: 4px',
      'border-top-left-radius: 4px',
      'text-align: right',
      'inset: 0 0 auto 16px',
      'margin: 0 calc(1px + (2px * 3)) 0 2px',
      'border-radius: 4px 0',
      'transform: translateX(-50%)',
      'transform-origin: left',
      'mask-image: linear-gradient(90deg, #000, transparent)',
    ];
    expect(written.filter((text) => sidedRules(`.a { ${text}; }`).length === 0)).toEqual([]);
    const even = ['inset: auto 11px 0', 'border-radius: 4px 4px 0 0', 'padding-inline: 1px 2px', 'text-align: start'];
    expect(even.flatMap((text) => sidedRules(`.a { ${text}; }`))).toEqual([]);
    expect(sidedRules(".a { left: 0; } [dir='rtl'] .a { left: auto; }")).toEqual([]);
  });

  test('no sheet names left or right without its mirrored rule', () => {
    const sheets = files.filter((file) => file.endsWith('.css'));
    const [, frame = ''] = /<style>([\s\S]*)<\/style>/.exec(textOf('src/app/index.html')) ?? [];
    const sided = sheets.flatMap((file) => sidedRules(textOf(file)).map((rule) => `${file}: ${rule}`));
    expect([...sided, ...sidedRules(frame)]).toEqual([]);
  });

  test('no utility in a component names left or right', () => {
    const sided = scripts
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) =>
        writtenIn(file)
          .filter((name) => rulesOf(cssOf(name) ?? '').some(hasSides))
          .map((name) => `${file}: ${name}`),
      );
    expect(sided).toEqual([]);
  });

  test('no style in a script names left or right', () => {
    const sided = scripts.filter((file) => !noStyles.includes(file)).flatMap(sidedKeys);
    expect(sided).toEqual([]);
    expect(noStyles.filter((file) => sidedKeys(file).length === 0)).toEqual([]);
  });
});
