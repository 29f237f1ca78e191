// The built page has the contract without its API documents: the server alone publishes them.
import { type ESTree, type Plugin, Visitor, parseSync } from 'vite';

const contract = /\/src\/contract\/.*\.ts$/;

/** The strings of all `doc` properties in a module, the last one first. */
function docsIn(id: string, code: string): ESTree.Expression[] {
  const found: ESTree.Expression[] = [];
  new Visitor({
    Property: ({ key, value }) => {
      const isText = value.type === 'TemplateLiteral' || value.type === 'Literal';
      if (key.type === 'Identifier' && key.name === 'doc' && isText) found.push(value);
    },
  }).visit(parseSync(id, code).program);
  return found.toReversed();
}

/** Empties them. They are a hundred English texts: 2.5 kB of the whole app (gzip). */
export const contractDocs = (): Plugin => ({
  name: 'backwatch-contract-docs',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: contract },
    handler: (code, id) =>
      docsIn(id, code).reduce((rest, { start, end }) => `${rest.slice(0, start)}''${rest.slice(end)}`, code),
  },
});
