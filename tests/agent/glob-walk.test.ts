// The walk over real folders: what a glob means, links, folders outside the roots, names that are not UTF-8.
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openLedger } from '#agent/ledger.ts';
import { scanFileset } from '#agent/scan.ts';
import { walk } from '#agent/glob-walk.ts';
import { rule } from './honest-server.ts';
import { folder, put, testClock } from './workshop.ts';

const calm = new AbortController().signal;

describe('the walk', () => {
  const names = async (root: string, glob: string) => {
    const { files } = await walk(glob, [root], calm);
    return files.map((path) => relative(root, path)).sort();
  };

  test('finds what the glob means, at its depth, hidden files only when the glob says so', async () => {
    const root = await folder();
    for (const path of ['a.zip', 'x/b.zip', 'x/y/c.zip', '.h/d.zip', 'x/.e.zip', 'x/f.tar'])
      await put(join(root, path), '');
    expect(await names(root, '*.zip')).toEqual(['a.zip']);
    expect(await names(root, '**/*.zip')).toEqual(['a.zip', 'x/b.zip', 'x/y/c.zip']);
    expect(await names(root, join(root, 'x/*.{zip,tar}'))).toEqual(['x/b.zip', 'x/f.tar']);
    expect(await names(root, './x/../x/b.zip')).toEqual(['x/b.zip']);
    expect(await names(root, '.h/*.zip')).toEqual(['.h/d.zip']);
    expect(await names(root, 'x/.*.zip')).toEqual(['x/.e.zip']);
  });

  test('a loop of links ends, and a link to a folder inside the root is followed', async () => {
    const root = await folder();
    await put(join(root, 'x/a.zip'), '');
    await put(join(root, 'y/z/b.zip'), '');
    await symlink(root, join(root, 'x/loop'));
    await symlink(join(root, 'y'), join(root, 'x/link'));
    expect(await names(root, 'x/link/*/*.zip')).toEqual(['x/link/z/b.zip']);
    expect(await names(root, 'x/**/*.zip')).toContain('x/a.zip');
  });

  test('a link that leads out of the roots is named and not followed, unless its target is a root too', async () => {
    const [root, other] = [await folder(), await folder()];
    await put(join(root, 'a.zip'), '');
    await put(join(other, 'b.zip'), '');
    await symlink(other, join(root, 'folder'));
    await symlink(join(other, 'b.zip'), join(root, 'b.zip'));
    await symlink('/proc/self', join(root, 'self'));
    const walked = await walk('**/*.zip', [root], calm);
    expect(walked.files).toEqual([join(root, 'a.zip')]);
    expect(walked.outside.sort()).toEqual(['b.zip', 'folder', 'self'].map((name) => join(root, name)));
    const both = await walk('**/*.zip', [root, other], calm);
    expect(both.files.map((path) => relative(root, path)).sort()).toEqual(['a.zip', 'b.zip', 'folder/b.zip']);
    expect(both.outside).toEqual([join(root, 'self')]);
  });

  test('a glob that begins outside the roots is refused, whichever way it leads there', async () => {
    const [root, other] = [await folder(), await folder()];
    await put(join(other, 'keys.json'), '');
    await symlink(other, join(root, 'link'));
    const ways = [
      '/etc/passw?',
      '/etc/passwd',
      join(other, '*.json'),
      `${root}-beside/*`,
      '../*/keys.jso?',
      'link/*.json',
    ];
    for (const glob of ways) await expect(walk(glob, [root], calm)).rejects.toThrow(`lies outside ${root}`);
    expect((await walk(join(other, '*.json'), [root, other], calm)).files).toEqual([join(other, 'keys.json')]);
  });

  test('stops at its limit and says so', async () => {
    const root = await folder();
    for (const name of ['a', 'b', 'c', 'd']) await put(join(root, `${name}.zip`), '');
    expect(await walk('*.zip', [root], calm, 3)).toMatchObject({ cut: true, files: { length: 3 } });
    expect(await walk('*.zip', [root], calm, 4)).toMatchObject({ cut: false, files: { length: 4 } });
  });

  test('a folder that does not exist is reported, an empty, inverted or endless glob is refused', async () => {
    const root = await folder();
    expect((await walk('gone/*.zip', [root], calm)).troubles).toEqual([`${join(root, 'gone')}: is not there`]);
    await expect(walk('', [root], calm)).rejects.toThrow('empty');
    await expect(walk('!*.zip', [root], calm)).rejects.toThrow('begins with !');
    await put(join(root, `${'a'.repeat(200)}.zip`), '');
    await expect(walk('*a*a*a*a*a*a*b', [root], calm)).rejects.toThrow('could take for ever');
  });
});

describe('a file whose name is not UTF-8', () => {
  const owner = { id: 's', name: 's' };
  const latin1 = (root: string, name: string) => Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name, 'latin1')]);
  const lookIn = async (root: string, over: Parameters<typeof rule>[0] = {}) => {
    const ledger = await openLedger(await folder(), () => {});
    return scanFileset(owner, rule({ glob: '**/*.zip', ...over }), {
      roots: [root],
      timeZone: 'UTC',
      ledger,
      clock: testClock(),
      signal: calm,
    });
  };

  test('is a failure that names it, while the others are stored', async () => {
    const root = await folder();
    await writeFile(latin1(root, 'b\u00fcro-20261119.zip'), 'x');
    await put(join(root, 'db-20261119.zip'), 'x');
    const seen = await lookIn(root);
    expect(seen.fresh.map(({ name }) => name)).toEqual(['db']);
    expect(seen.unstorable).toMatch(
      /^1 file\(s\) cannot be stored, because their names are not UTF-8: .+Rename them\.$/,
    );
  });

  test('is none where the pattern takes another name, and a folder of such a name is reported', async () => {
    const root = await folder();
    await writeFile(latin1(root, 'caf\u00e9.zip'), 'x');
    await mkdir(latin1(root, 'b\u00fcro'));
    const seen = await lookIn(root);
    expect(seen.unstorable).toBeNull();
    expect(seen.notes.join()).toContain('has a name that is not UTF-8');
  });
});
