// Which modules of the app are bundled together. A chunk is a layer: what its first modules import and no earlier layer
// holds. So a chunk imports only earlier ones, never in a circle, and a start fetches only what it needs. Screens have a
// chunk for a few nouns, and one for what several of these share.
import type { Plugin, Rolldown } from 'vite';

type Graph = Pick<Rolldown.PluginContext, 'getModuleIds' | 'getModuleInfo'>;

interface Layer {
  name: string;
  /** The paths of its first modules. */
  first: RegExp;
}

const screen = /\/routes\/.*\?tsr-split=/;
/** `admin/systems` and `admin/system/client` are screens of one noun. */
const nounOfScreen = /\/routes\/(?:_main\/)?(?:admin\/)?([a-z]+?)s?[/._-]/;
/**
 * The chunk of the screens of a noun, where it is shared. A chunk names all that it takes from others: with one for each
 * noun, every script of the app is 24 kB more (gzip, `node src/tools/size.mjs`). None may be over 30 kB.
 */
const sharedChunks: Readonly<Record<string, string>> = {
  user: 'people',
  group: 'people',
  schedule: 'plans',
  retention: 'plans',
  fileset: 'plans',
  orphan: 'plans',
  rpiclient: 'plans',
  scanresult: 'plans',
  manual: 'plans',
  health: 'system',
  organization: 'organizations',
  getting: 'organizations',
  activity: 'organizations',
  server: 'organizations',
  unsubscribe: 'auth',
};

/** In the order in which they are fetched. A module of no layer is loaded on demand, and bundled by itself. */
const layers: readonly Layer[] = [
  { name: 'boot', first: /\/app\/boot\.ts$/ },
  { name: 'start', first: /\/app\/main\.tsx$/ },
  { name: 'first', first: /\/routes\/_main(?:\/index|\/admin\/alarms)?\.tsx\?tsr-split=/ },
  // Sign-in and sign-out need few of the parts that screens share: here they wait for none of the others.
  {
    name: 'deferred',
    first: /\/device\/deferred-start\.ts$|\/auth\/sign-out-first\.ts$|\/routes\/auth\/log(?:in|out)\.tsx\?tsr-split=/,
  },
  // Opened from every screen, also without a connection: the screens after this layer import parts of it, so it is loaded.
  // It has no schema and no form: the list of systems, often the first page of a visit, waits for none.
  { name: 'lists', first: /\/routes\/_main\/(?:more|admin\/systems)\.tsx\?tsr-split=/ },
];

const modules = (...names: readonly string[]): RegExp => new RegExp(`/(?:${names.join('|')})\\.tsx?$`);

/** Modules that a screen loads on demand: those that are used together compress better in one chunk than each alone. */
const onDemand: readonly Layer[] = [
  { name: 'organizations', first: modules('first-run-gate', 'first-steps-row') },
  {
    name: 'panels',
    first: modules(
      'acknowledge-sheet',
      'alarm-history',
      'alarm-key-hints',
      'alarm-pane',
      'alarm-sheet-parts',
      'alarms-aside',
      'alarms-csv',
      'bulk-card',
      'bulk-sheets',
      'columns-menu',
      'download-csv',
      'hand-over-sheet',
      'named-alarm-sheet',
      'organization-preview',
      'palette',
      'reauthentication-sheet',
      'resolve-sheet',
      'resolved-row',
      'shortcut-list',
      'system-preview',
      'unreached-sheet',
      'upload-cards',
      'upload-sheet',
      'watch-on-call',
      'watch-organizations',
    ),
  },
];

/** The libraries of a start, and the module that replaces a part of one: they change more seldom than the app. */
const libraries = /\/node_modules\/|\/no-infinite-queries\.ts$/;
const catalogue = /\/(?:text\/compiled|\.cache\/text\/[a-z]+)\/messages\/_index\.js$/;
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
  const missing = (id: string) => [...closureOf(id, imports)].filter((one) => !chunks.has(one));
  for (const { name, first } of layers)
    for (const id of graph.getModuleIds()) {
      if (!first.test(path(id)) || chunks.has(id)) continue;
      for (const one of missing(id))
        chunks.set(one, name === 'start' && libraries.test(path(one)) ? 'framework' : name);
    }
  const screens = [...graph.getModuleIds()].filter((id) => screen.test(path(id)) && !chunks.has(id));
  for (const [one, name] of screenChunksOf(screens.map((id) => ({ id, modules: missing(id) })))) chunks.set(one, name);
  for (const { name, first } of onDemand)
    for (const id of graph.getModuleIds()) {
      if (!first.test(path(id))) continue;
      for (const one of missing(id)) chunks.set(one, name);
    }
  return chunks;
}

/** A module that screens of one chunk import is in that chunk; one that screens of several chunks share is in `screens`. */
function screenChunksOf(screens: readonly { id: string; modules: readonly string[] }[]): Map<string, string> {
  const users = new Map<string, string[]>();
  for (const { id, modules } of screens)
    for (const one of modules) users.set(one, [...(users.get(one) ?? []), path(id)]);
  const chunkOf = (id: string) => {
    const noun = nounOfScreen.exec(id)?.[1] ?? 'screens';
    return sharedChunks[noun] ?? noun;
  };
  const onlyOf = ([first, ...others]: readonly string[]) => (others.every((one) => one === first) ? first : undefined);
  return new Map([...users].map(([one, ids]) => [one, onlyOf(ids.map(chunkOf)) ?? 'screens']));
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
