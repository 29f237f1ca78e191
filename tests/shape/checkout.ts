// The files of this checkout as the shape tests see them: paths from the top level, with forward slashes.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Written from the catalogues by src/tools/text.mjs. */
const compiledText = 'src/text/compiled/';

/** Every file below the given top-level folders, for example `src/app/main.tsx`. */
export function filesBelow(...folders: string[]): string[] {
  const names = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const files = names.filter((name) => statSync(join(root, name)).isFile()).map((name) => name.replaceAll('\\', '/'));
  return files.filter((name) => !name.startsWith(compiledText));
}

/** The text of a file named from the top level. */
export const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

/** Files that a program writes and nobody edits: the laws of length and wording are not for them. */
export const isGenerated = (file: string) => file.endsWith('.gen.ts');
