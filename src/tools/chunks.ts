// Which modules of the app are bundled together. A chunk is a layer: what its first modules import and no earlier layer
// holds. So a chunk imports only earlier ones, never in a circle, and a start fetches only what it needs.
import type { Plugin, Rolldown } from 'vite';

type Graph = Pick<Rolldown.PluginContext, 'getModuleIds' | 'getModuleInfo'>;

interface Layer {
  name: string;
  /** The paths of its first modules. */
  first: RegExp;
  /** A first module that imports one of these belongs to a later layer. */
  without?: RegExp;
}

const screen = /\/routes\/.*\?tsr-split=/;

/** In the order in which they are fetched. A module of no layer is loaded on demand, and bundled by itself. */
const layers: readonly Layer[] = [
  { name: 'boot', first: /\/app\/boot\.ts$/ },
  { name: 'start', first: /\/app\/main\.tsx$/ },
  { name: 'first', first: /\/routes\/_main(?:\/index|\/more|\/admin\/alarms)?\.tsx\?tsr-split=/ },
  { name: 'deferred', first: /\/device\/deferred-start\.ts$/ },
  { name: 'screens', first: screen, without: /\/@tanstack\/react-form\// },
  { name: 'forms', first: screen },
];

/** The libraries of a start change more seldom than the app. */
const libraries = /\/node_modules\//;
const catalogue = /\/text\/compiled\/messages\/_index\.js$/;
const messageCall = /\bm\.(\w+)/g;

const path = (id: string): string => id.replaceAll('\\', '/');

/** What each module imports; of the catalogue the messages that it names. */
function importsIn(graph: Graph): (id: string) => readonly string[] {
  const ids = [...graph.getModuleIds()];
  const messages = new Map<string, string>();
  for (const id of graph.getModuleInfo(ids.find((one) => catalogue.test(path(one))) ?? '')?.importedIds ?? [])
    for (const name of graph.getModuleInfo(id)?.exports ?? []) messages.set(name, id);
  return (id) => {
    const { importedIds = [], code } = graph.getModuleInfo(id) ?? {};
    if (!importedIds.some((one) => catalogue.test(path(one)))) return importedIds;
    const named = [...(code ?? '').matchAll(messageCall)].flatMap(([, name = '']) => messages.get(name) ?? []);
    return [...importedIds.filter((one) => !catalogue.test(path(one))), ...named];
  };
}

/** A module and all that it imports, at any remove. */
function closureOf(id: string, imports: (id: string) => readonly string[]): Set<string> {
  const found = new Set([id]);
  // A set is walked on to what is added meanwhile.
  for (const one of found) for (const next of imports(one)) found.add(next);
  return found;
}

/** The name of the chunk of each module. */
function chunksOf(graph: Graph): Map<string, string> {
  const imports = importsIn(graph);
  const chunks = new Map<string, string>();
  for (const { name, first, without } of layers)
    for (const id of graph.getModuleIds()) {
      if (!first.test(path(id)) || chunks.has(id)) continue;
      const modules = [...closureOf(id, imports)].filter((one) => !chunks.has(one));
      if (without && modules.some((one) => without.test(path(one)))) continue;
      for (const one of modules) chunks.set(one, name === 'start' && libraries.test(path(one)) ? 'framework' : name);
    }
  return chunks;
}

/** Names the chunks of the build by their layers. */
export function chunks(): Plugin {
  let names = new Map<string, string>();
  const codeSplitting = {
    groups: [{ name: (id: string) => names.get(id) ?? null }],
    includeDependenciesRecursively: false,
  };
  return {
    name: 'backwatch-chunks',
    apply: 'build',
    config: () => ({ build: { rolldownOptions: { output: { codeSplitting } } } }),
    buildEnd() {
      names = chunksOf(this);
    },
  };
}
