// The files of this checkout as the shape tests see them: paths from the top level, with forward slashes.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Generated from the catalogues by src/tools/text.mjs. */
const compiledText = 'src/text/compiled/';

/** Returns every file below the given folders, for example `src/app/main.tsx`; without the compiled messages. */
export function filesBelow(...folders: string[]): string[] {
  const names = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const files = names.filter((name) => statSync(join(root, name)).isFile()).map((name) => name.replaceAll('\\', '/'));
  return files.filter((name) => !name.startsWith(compiledText));
}

/** Returns the text of a file; the path begins at the top level. */
export const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

/** True for files that a program writes: rules on length and wording do not apply to them. */
export const isGenerated = (file: string) => file.endsWith('.gen.ts');
