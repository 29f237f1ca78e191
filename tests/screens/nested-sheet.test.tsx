// Sheets inside sheets: what closes the inner one leaves the outer one open, as does a chooser of files.
// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { layOut } from './layout.ts';
import { renderPage } from './render-page.tsx';

const onOuter = vi.fn();
const onInner = vi.fn();

beforeEach(() => layOut(390));
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

async function show(): Promise<HTMLElement[]> {
  renderPage(() => (
    <Sheet open onClose={onOuter} title="Hand over">
      <input type="file" aria-label="File" />
      <Sheet open onClose={onInner} title="To">
        <p>Colleagues</p>
      </Sheet>
    </Sheet>
  ));
  await screen.findByText('Colleagues');
  return [...document.querySelectorAll('dialog')];
}

test.each(['cancel', 'close'])('a %s of the inner sheet is not one of the outer', async (type) => {
  const [, inner] = await show();
  await act(async () => inner?.dispatchEvent(new Event(type, { cancelable: true })));
  expect([onInner.mock.calls.length, onOuter.mock.calls.length]).toEqual([1, 0]);
});

test('a chooser of files that is closed leaves its sheet open', async () => {
  await show();
  fireEvent(screen.getByLabelText('File'), new Event('cancel', { bubbles: true }));
  expect(onOuter).not.toHaveBeenCalled();
});
