// Titles with a name of 200 characters: two lines, and the whole name in the tooltip and for screen readers.
// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Crumb, ObjectHeader } from '#app/ui/layout/page-header.tsx';
import { TitleRow } from '#app/ui/layout/screen.tsx';

afterEach(cleanup);
const long = 'backup-of-the-accounting-department-'.repeat(6).slice(0, 200);

test('a very long name is clamped in the head of one thing and in the title of a page, and is whole in its tooltip', () => {
  render(
    <>
      <ObjectHeader name={long} />
      <TitleRow title={long} />
    </>,
  );
  const heads = screen.getAllByRole('heading', { name: long });
  expect(heads.map(({ className, title }) => [className.includes('line-clamp-2'), title])).toEqual([
    [true, long],
    [true, long],
  ]);
});

test('a title of usual length is never cut, whatever the size of its text', () => {
  render(<TitleRow title="Systems" />);
  const head = screen.getByRole('heading', { name: 'Systems' });
  expect([head.className.includes('line-clamp'), head.hasAttribute('title')]).toEqual([false, false]);
});

test('a step of the breadcrumb, which is one line, has its whole name in the tooltip', () => {
  render(<Crumb steps={[{ label: long }]} />);
  expect(screen.getByTitle(long).textContent).toBe(long);
});
