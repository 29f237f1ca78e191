// Messages with markup: bold words stand out, everything else is plain text.
// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import * as m from '#text/messages.js';
import { RichText } from '#app/ui/primitives/rich-text.tsx';

afterEach(cleanup);

test('marked words are bold, and the sentence is complete', () => {
  const { container } = render(<RichText parts={m.push_help_home_add_more.parts()} />);
  expect(container.textContent).toBe(m.push_help_home_add_more());
  expect([...container.querySelectorAll('b')].map((bold) => bold.textContent)).toEqual([
    'View More',
    'Add to Home Screen',
    'Open as Web App',
  ]);
});

test('other markup and HTML in a value are plain text', () => {
  const parts = [
    { type: 'markup-start', name: 'i' },
    { type: 'text', value: 'a <b>name</b>' },
    { type: 'markup-end', name: 'i' },
  ] as const;
  const { container } = render(<RichText parts={parts} />);
  expect(container.innerHTML).toBe('a &lt;b&gt;name&lt;/b&gt;');
});
