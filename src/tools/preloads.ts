// The page names what a start needs: else the browser hears of each script from the one before it, five deep.
import type { HtmlTagDescriptor, Plugin } from 'vite';

interface Built {
  type: string;
  fileName: string;
  name?: string;
  facadeModuleId?: string | null;
  isEntry?: boolean;
  imports?: string[];
  viteMetadata?: { importedCss: Set<string> };
}

/** The app's start, the first screens, and all that they import; the page's own script is named already. */
const wanted = ({ name, facadeModuleId }: Built): boolean =>
  name === 'first' || (facadeModuleId?.endsWith('/main.tsx') ?? false);

/** The scripts that a start fetches besides the page's own. */
export function scriptsOfStart(built: Record<string, Built>): Set<string> {
  const scripts = new Set<string>();
  const follow = (file: string): void => {
    if (scripts.has(file) || built[file]?.isEntry) return;
    scripts.add(file);
    for (const next of built[file]?.imports ?? []) follow(next);
  };
  for (const one of Object.values(built)) if (one.type === 'chunk' && wanted(one)) follow(one.fileName);
  return scripts;
}

/** Adds a link for each script of a start, and for their style sheets, to the page that was built. */
export const preloads = (): Plugin => ({
  name: 'backwatch-preloads',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
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
        ...[...scripts].map((file) => link({ rel: 'modulepreload', crossorigin: true, href: `/${file}` })),
      ];
    },
  },
});
