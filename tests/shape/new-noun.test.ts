// `npm run new`: the files of a noun that it writes, and the places of their lines in the registries.
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { nounFiles, nounLines, withLine } from '#tools/noun/noun-files.ts';
import { textOf } from './checkout.ts';

const names = { one: 'tag', many: 'tags', One: 'Tag', Many: 'Tags' };

describe('a new noun', () => {
  test.each(Object.entries(nounFiles(names, '0099')).filter(([path]) => !path.endsWith('.json')))(
    'its file %s has no error of syntax, and imports only files that exist or are written with it',
    (path, text) => {
      const { errors, module } = parseSync(path, text);
      expect(errors).toEqual([]);
      const written = Object.keys(nounFiles(names, '0099'));
      const own = module.staticImports
        .map(({ moduleRequest }) => moduleRequest.value)
        .filter((specifier) => /^#(?:contract|server|app)\//.test(specifier))
        .map((specifier) => specifier.replace('#', 'src/'));
      for (const file of own) if (!written.includes(file)) expect(textOf(file)).not.toBe('');
    },
  );

  test.each(nounLines(names, '0099'))('$line stands in $path among the lines of its kind', ({ path, line, like }) => {
    const before = textOf(path).split('\n');
    const after = withLine(textOf(path), { line, like }).split('\n');
    expect(after).toHaveLength(before.length + 1);
    const index = after.indexOf(line);
    const [above, below] = [after[index - 1] ?? '', after[index + 1] ?? ''];
    expect([like.test(above) && above < line, like.test(below) && below > line]).toContain(true);
  });
});
