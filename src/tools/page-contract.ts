// The built page has the contract without what the server alone uses: it needs the inputs of the calls, for its forms.
import { type ESTree, type Plugin, Visitor, parseSync } from 'vite';

const contract = /\/src\/contract\/.*\.ts$/;
/** Attributes of a noun and of a call. The page has methods and addresses in its table of calls, and checks no answer. */
const serverOnly = new Set([
  'record',
  'doc',
  'method',
  'path',
  'result',
  'may',
  'list',
  'client',
  'changes',
  'carrier',
  'byToken',
  'errors',
]);
/** Functions that only declare: a declaration without a use may go. */
const declares = new Set(['z', 'call', 'entity']);
const PURE = '/* @__PURE__ */ ';

interface Change {
  readonly at: number;
  readonly end: number;
  readonly text: string;
}

/** The first name of `z.string().check()` is `z`. */
function firstNameOf(callee: ESTree.Expression): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return firstNameOf(callee.object);
  return callee.type === 'CallExpression' ? firstNameOf(callee.callee) : '';
}

function changesIn(id: string, code: string): Change[] {
  const found = new Map<number, Change>();
  const add = (at: number, end: number, text: string) => found.set(at, { at, end, text });
  new Visitor({
    CallExpression: ({ start, callee, arguments: args }) => {
      const name = firstNameOf(callee);
      if (!declares.has(name)) return;
      add(start, start, PURE);
      const spec = args.at(-1);
      if (name === 'z' || spec?.type !== 'ObjectExpression') return;
      for (const property of spec.properties)
        if (property.type === 'Property' && property.key.type === 'Identifier' && serverOnly.has(property.key.name)) {
          const comma = /^\s*,?/.exec(code.slice(property.end))?.[0] ?? '';
          add(property.start, property.end + comma.length, '');
        }
    },
  }).visit(parseSync(id, code).program);
  return [...found.values()].toSorted((one, other) => one.at - other.at);
}

/**
 * Drops these attributes, and lets the bundler drop the schemas that only they use: 5 kB of every script of the app (gzip,
 * `node src/tools/size.mjs`).
 */
export const pageContract = (): Plugin => ({
  name: 'backwatch-page-contract',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: contract },
    handler: (code, id) => {
      let [out, at] = ['', 0];
      for (const change of changesIn(id, code)) {
        // A change inside of a dropped attribute goes with it.
        if (change.at < at) continue;
        out += code.slice(at, change.at) + change.text;
        at = change.end;
      }
      return out + code.slice(at);
    },
  },
});
