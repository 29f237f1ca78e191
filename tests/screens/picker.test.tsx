// The choices of a picker, and the search among many.
// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { PickerList } from '#app/ui/form/picker.tsx';

afterEach(cleanup);

const list = (count: number) => (
  <PickerList
    label="Groups"
    value=""
    options={Array.from({ length: count }, (_, index) => ({ value: `${index}`, label: `Group ${index}` }))}
    onChoose={() => undefined}
  />
);

test('a search that filters the choices stays, although there are few of them by now', () => {
  const { rerender } = render(list(8));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Group 1' } });
  rerender(list(7));
  expect(screen.getAllByRole('radio')).toHaveLength(1);
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('Group 1');
});
