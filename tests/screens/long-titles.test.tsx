// Titles with a name of 200 characters: two lines, whole after a press, in the tooltip and for screen readers.
// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Crumb, ObjectHeader } from '#app/ui/layout/page-header.tsx';
import { TitleRow } from '#app/ui/layout/screen.tsx';

afterEach(cleanup);
const long = 'backup-of-the-accounting-department-'.repeat(6).slice(0, 200);

test('a very long name takes two lines in the head of one thing and in the title of a page, until it is pressed', () => {
  render(
    <>
      <ObjectHeader name={long} />
      <TitleRow title={long} />
    </>,
  );
  const heads = screen.getAllByRole('heading', { name: long });
  expect(heads).toHaveLength(2);
  for (const head of heads) {
    const button = within(head).getByRole('button', { name: long, expanded: false });
    const text = within(head).getByText(long);
    expect([text.className.includes('line-clamp-2'), button.title]).toEqual([true, long]);
    fireEvent.click(button);
    expect([text.className.includes('line-clamp'), button.getAttribute('aria-expanded')]).toEqual([false, 'true']);
    fireEvent.click(button);
    expect(text.className).toContain('line-clamp-2');
  }
});

test('the next very long name begins in two lines again', () => {
  const other = `other-${long}`.slice(0, 200);
  const { rerender } = render(<TitleRow title={long} />);
  fireEvent.click(screen.getByRole('button', { name: long }));
  rerender(<TitleRow title={other} />);
  expect(screen.getByText(other).className).toContain('line-clamp-2');
});

test('a title of usual length is never cut, whatever the size of its text', () => {
  render(<TitleRow title="Systems" />);
  const head = screen.getByRole('heading', { name: 'Systems' });
  expect([head.innerHTML, screen.queryByRole('button')]).toEqual(['Systems', null]);
});

test('a step of the breadcrumb, which is one line, has its whole name in the tooltip', () => {
  render(<Crumb steps={[{ label: long }]} />);
  expect(screen.getByTitle(long).textContent).toBe(long);
});
