// The files of a new noun, and the lines that registries need.
import { formFile, listFile, listRoute, messages, screenFile, settingsRoute } from './app-files.ts';
import type { NounNames } from './names.ts';
import { contractFile, migrationFile, serverFile } from './server-files.ts';

/** A line that a file gets, before the first line of the same kind that sorts after it, else after the last one. */
export interface NewLine {
  readonly path: string;
  readonly line: string;
  /** The lines of the same kind. */
  readonly like: RegExp;
}

/** Returns the text with a line among those like it, in their order. */
export function withLine(text: string, { line, like }: Pick<NewLine, 'line' | 'like'>): string {
  const lines = text.split('\n');
  const alike = lines.flatMap((one, index) => (like.test(one) ? [index] : []));
  const after = alike.find((index) => (lines[index] ?? '') > line);
  lines.splice(after ?? (alike.at(-1) ?? -1) + 1, 0, line);
  return lines.join('\n');
}

/** Returns the files of a noun by their paths. `migration` is its number, such as `0041`. */
export function nounFiles(names: NounNames, migration: string): Record<string, string> {
  const { one, many } = names;
  const text = `${JSON.stringify(messages(names), null, 2)}\n`;
  const feature = `src/app/features/${many}`;
  const routes = 'src/app/routes/_main/admin';
  return {
    [`src/contract/${one}.ts`]: contractFile(names),
    [`src/server/entities/${one}.ts`]: serverFile(names),
    [`src/server/db/migrations/${migration}-${many}.ts`]: migrationFile(names),
    [`${feature}/${many}-list.tsx`]: listFile(names),
    [`${feature}/${many}-screen.tsx`]: screenFile(names),
    [`${feature}/${one}-settings.tsx`]: formFile(names),
    [`${routes}/${many}.tsx`]: listRoute(names),
    [`${routes}/${one}/settings.tsx`]: settingsRoute(names),
    ...Object.fromEntries(['en', 'de', 'es'].map((language) => [`src/text/${language}/${many}.json`, text])),
  };
}

/** Returns the lines that the registries need: those that the compiler asks for, and the number of the migration. */
export function nounLines({ one, many }: NounNames, migration: string): readonly NewLine[] {
  const [contract, registry, migrate] = ['src/contract/index.ts', 'src/server/registry.ts', 'src/server/db/migrate.ts'];
  return [
    { path: contract, line: `import { ${one} } from './${one}.ts';`, like: /^import \{/ },
    { path: contract, line: `  ${one},`, like: /^ {2}\w+,$/ },
    {
      path: registry,
      line: `import { ${one}Entity } from './entities/${one}.ts';`,
      like: /^import \{ \w+(?:Entity|Handlers)\b.*entities/,
    },
    { path: registry, line: `  ${one}: ${one}Entity,`, like: /^ {2}\w+: \w+Entity,$/ },
    {
      path: migrate,
      line: `import { ${many} } from './migrations/${migration}-${many}.ts';`,
      like: /^import \{ \w+ \} from '\.\/migrations/,
    },
    { path: migrate, line: `  { name: '${migration}-${many}', up: ${many} },`, like: /^ {2}\{ name: '\d{4}-/ },
  ];
}
