// The question before something irreversible: a failure is seen, also where the person closed the question meanwhile.
// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissFlash, flashNow } from '#app/device/flash.ts';
import { ConfirmSheet } from '#app/features/shell/confirm-sheet.tsx';

let fail: (error: Error) => void = () => undefined;
const onDone = vi.fn();
const call = () => new Promise<void>((_, reject) => (fail = reject));
const show = () =>
  render(<ConfirmSheet hold="Hold" confirm="Yes" failed="Not deleted" onConfirm={call} onDone={onDone} typed="Acme" />);
const confirm = () => {
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Acme' } });
  fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
};

beforeEach(dismissFlash);
afterEach(cleanup);

test('shows in its place why it failed', async () => {
  show();
  confirm();
  await act(async () => fail(new Error('odd')));
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong. Nothing was changed.');
  expect(flashNow().visible).toBe(false);
});

test('flashes why it failed where it was closed meanwhile', async () => {
  const { unmount } = show();
  confirm();
  unmount();
  await act(async () => fail(new Error('odd')));
  expect(flashNow().messages).toEqual(['Not deleted', 'Something went wrong. Nothing was changed.']);
  expect(onDone).not.toHaveBeenCalled();
});
