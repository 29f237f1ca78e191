// Keys of a pane: they count while the focus is in it, and then before those of the page.
// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';

afterEach(cleanup);

function Pane({ onKey }: { onKey: () => void }) {
  const pane = useRef<HTMLDivElement>(null);
  useHotkeys({ a: onKey, x: onKey }, { pane });
  return (
    <div ref={pane}>
      <button type="button">inside</button>
    </div>
  );
}

function Page({ onKey }: { onKey: () => void }) {
  useHotkeys({ a: onKey });
  return <button type="button">outside</button>;
}

const press = (el: HTMLElement, key: string) => {
  el.focus();
  el.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
};

test('a key acts on the pane that has the focus, else on the page', () => {
  const [ofPane, ofPage] = [vi.fn(), vi.fn()];
  const { getByText } = render(
    <>
      <Page onKey={ofPage} />
      <Pane onKey={ofPane} />
    </>,
  );
  press(getByText('outside'), 'a');
  press(getByText('outside'), 'x');
  expect([ofPane.mock.calls.length, ofPage.mock.calls.length]).toEqual([0, 1]);
  press(getByText('inside'), 'a');
  expect([ofPane.mock.calls.length, ofPage.mock.calls.length]).toEqual([1, 1]);
});

test('keys act in a check box, which has the focus after a click, and are letters in a text', () => {
  const onKey = vi.fn();
  const { getByRole } = render(
    <>
      <Page onKey={onKey} />
      <input type="checkbox" />
      <input type="text" />
    </>,
  );
  press(getByRole('checkbox'), 'a');
  expect(onKey).toHaveBeenCalledTimes(1);
  press(getByRole('textbox'), 'a');
  expect(onKey).toHaveBeenCalledTimes(1);
});
