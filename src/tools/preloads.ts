// The page names what a start needs: else the browser hears of each script from the one before it, five deep.
import type { HtmlTagDescriptor, Plugin } from 'vite';

interface Built {
  type: string;
  fileName: string;
  name?: string;
  imports?: string[];
  viteMetadata?: { importedCss: Set<string> };
}

/** The scripts that a start fetches: the first screens, and all that they import. */
export function scriptsOfStart(built: Record<string, Built>): Set<string> {
  const scripts = new Set<string>();
  const follow = (file: string): void => {
    if (scripts.has(file)) return;
    scripts.add(file);
    for (const next of built[file]?.imports ?? []) follow(next);
  };
  for (const one of Object.values(built)) if (one.type === 'chunk' && one.name === 'first') follow(one.fileName);
  return scripts;
}

/** Names the script of a chunk in the page, from where the first script reads it. */
const metaOf = (built: Record<string, Built>, name: string): HtmlTagDescriptor[] =>
  Object.values(built)
    .filter((one) => one.type === 'chunk' && one.name === name)
    .map(({ fileName }) => ({
      tag: 'meta',
      attrs: { name: `script-${name}`, content: `/${fileName}` },
      injectTo: 'head',
    }));

/** Adds a link for each script of a start, and for their style sheets, to the page that was built. */
export const preloads = (): Plugin => ({
  name: 'backwatch-preloads',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const built = bundle as Record<string, Built>;
      const scripts = scriptsOfStart(built);
      const link = (attrs: Record<string, string | boolean>): HtmlTagDescriptor => ({
        tag: 'link',
        attrs,
        injectTo: 'head',
      });
      const styles = new Set([...scripts].flatMap((file) => [...(built[file]?.viteMetadata?.importedCss ?? [])]));
      return [
        ...[...styles].map((file) => link({ rel: 'preload', as: 'style', crossorigin: true, href: `/${file}` })),
        // The page names its own script already.
        ...[...scripts]
          .filter((file) => !html.includes(file))
          .map((file) => link({ rel: 'modulepreload', crossorigin: true, href: `/${file}` })),
        ...metaOf(built, 'lists'),
      ];
    },
  },
});
