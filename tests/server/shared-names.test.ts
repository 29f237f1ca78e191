// The build gives an export the same name in all scripts, and no other variable is mistaken for it.
import { expect, test } from 'vitest';
import { type Script, withSharedNames } from '#tools/shared-names.ts';

/** Scripts of these chunks, each in a file of the same name. */
const rename = (codes: Record<string, string>) => {
  const scripts = Object.entries(codes).map(([chunk, code]): [string, Script] => [
    `${chunk}.js`,
    { chunk, code, isFixed: chunk === 'framework' },
  ]);
  const renamed = withSharedNames(new Map(scripts));
  return (chunk: string) => renamed.get(`${chunk}.js`)!;
};

test('the export and the import have one name: that of the bundler and the letter of the chunk', () => {
  const named = rename({
    lists: 'const e=1;export{e as a};',
    plans: 'import{a as t}from"./lists.js";const n={t};console.log(n,t);',
  });
  expect(named('lists').code).toBe('const aJ=1;export{aJ};');
  expect(named('plans').code).toBe('import{aJ}from"./lists.js";const n={t:aJ};console.log(n,aJ);');
  expect(named('plans').shared).toEqual(['aJ']);
});

test('a variable that hides the shared one, or has its name, stays another', () => {
  const named = rename({
    lists: 'const e=1;export{e as a};',
    plans: 'import{a as t}from"./lists.js";const aJ=2;const f=t=>t+aJ;const g=aJ=>t+aJ;f(g(1));export{aJ as b};',
  });
  expect(named('plans').code).toBe(
    'import{aJ}from"./lists.js";const bW=2;const f=t=>t+bW;const g=aJ_aJ=>aJ+aJ_aJ;f(g(1));export{bW};',
  );
});

test('what is taken from an import on demand has the name too', () => {
  const named = rename({
    start: 'import("./plans.js").then(e=>e.t);import("./other.js").then(e=>e.t);',
    plans: 'const e=1;export{e as t};',
    other: 'const e=1;export{e as t};',
  });
  expect(named('start').code).toBe('import("./plans.js").then(e=>e.tW);import("./other.js").then(e=>e.t);');
  expect([named('plans').code, named('other').code]).toEqual(['const tW=1;export{tW};', 'const t=1;export{t};']);
  expect(() => rename({ start: 'const e=await import("./plans.js");', plans: 'const e=1;export{e as t};' })).toThrow(
    'A dynamic import of plans.js has an unknown form.',
  );
});

test('a script that is not minified again keeps the names of its variables', () => {
  const named = rename({ framework: 'const e=1;export{e as a};' });
  expect(named('framework').code).toBe('const e=1;export{e as aK};');
});

test('a name that a script uses as a global one ends the build', () => {
  const screens = 'const e=1;export{e as USB};';
  expect(() => rename({ screens, lists: 'import{USB as t}from"./screens.js";new USBC(t);' })).toThrow(
    'An export must not be called "USBC": a script uses the global one.',
  );
});
