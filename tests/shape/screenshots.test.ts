// The pictures of the README are those of the manifest, of a phone and of a desk, in the sizes that it names.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#tools/build.mjs';
import { filesBelow, textOf } from './checkout.ts';

interface Screenshot {
  src: string;
  sizes: string;
  form_factor: string;
  label: string;
}
const { screenshots } = JSON.parse(textOf('manifest.webmanifest')) as { screenshots: Screenshot[] };

/** Width and height of a PNG stand behind its signature and the head of its first chunk. */
const sizeOf = (file: string): string => {
  const bytes = readFileSync(join(root, file));
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
};

test('the manifest has pictures of a phone and of a desk', () => {
  expect(screenshots.map(({ form_factor: factor }) => factor).toSorted()).toEqual(['narrow', 'narrow', 'wide']);
  for (const { src, sizes, label } of screenshots) {
    expect(sizeOf(`public${src}`), src).toBe(sizes);
    expect(label).not.toBe('');
  }
});

test('the README shows the same ones, and there are no others', () => {
  const shown = [...textOf('README.md').matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src);
  const files = filesBelow('public/screenshots').toSorted();
  expect(shown.toSorted()).toEqual(files);
  expect(screenshots.map(({ src }) => `public${src}`).toSorted()).toEqual(files);
});
