// The choices of a picker, and the search among many.
// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PickerList } from '#app/ui/form/picker.tsx';

const onChoose = vi.fn();
afterEach(() => {
  cleanup();
  onChoose.mockReset();
});

const list = (count: number) => (
  <PickerList
    label="Groups"
    value=""
    options={Array.from({ length: count }, (_, index) => ({ value: `${index}`, label: `Group ${index}` }))}
    onChoose={onChoose}
  />
);

test('a search that filters the choices stays, although there are few of them by now', () => {
  const { rerender } = render(list(8));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Group 1' } });
  rerender(list(7));
  expect(screen.getAllByRole('radio')).toHaveLength(1);
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('Group 1');
});

test('Enter that ends the input of a character chooses nothing', () => {
  render(list(8));
  const search = screen.getByRole('searchbox');
  fireEvent.change(search, { target: { value: 'Group 3' } });
  fireEvent.keyDown(search, { key: 'Enter', isComposing: true });
  expect(onChoose).not.toHaveBeenCalled();
  fireEvent.keyDown(search, { key: 'Enter' });
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('3');
});
