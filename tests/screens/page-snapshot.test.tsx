// The snapshot of the page that was open when the session ended: what it shows, what it leaves out, and for whom it is.
// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  removeSnapshot,
  storedSnapshot,
  oldestOnPage,
  renderSnapshot,
  storeSnapshot,
} from '#app/auth/page-snapshot.ts';
import { rememberUser } from '#app/auth/me.ts';
import { LiveDot } from '#app/ui/status/live-dot.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';

const AT = Date.parse('2026-11-21T03:08:00.000Z');
const mia = { id: 'mia', email: 'mia@ahlers.example' };

beforeEach(() => rememberUser(mia));
afterEach(() => {
  cleanup();
  removeSnapshot();
});

function pageOf(html: string): HTMLElement {
  const page = document.createElement('div');
  page.innerHTML = html;
  return page;
}

function painted(): HTMLElement {
  const into = document.createElement('div');
  renderSnapshot(storedSnapshot()?.inner ?? [], into);
  return into;
}

test('it shows the words and the looks of the page, and the time of its data', () => {
  const { container } = render(
    <main className="wide" aria-label="Systems">
      <h1 style={{ color: 'red' }}>Systems</h1>
      <Icon name="eye" />
    </main>,
  );
  storeSnapshot(container, AT);
  expect(storedSnapshot()?.at).toBe(AT);
  const copy = painted();
  expect([copy.querySelector('.wide h1')?.textContent, copy.querySelector('h1')?.style.color]).toEqual([
    'Systems',
    'red',
  ]);
  expect(copy.querySelector('svg')?.innerHTML).toBe(container.querySelector('svg')?.innerHTML);
});

test('it has no values of fields, no dialogs, no addresses and no scripts; the live dot reads "Signed out"', () => {
  const page = pageOf(
    `<input value="secret-1"><textarea>secret-2</textarea><dialog open>secret-3</dialog><script>secret4()</script>
    <a href="/secret-5" id="secret-6" onclick="secret7()">Open</a><iframe src="/secret-8"></iframe><bdi data-secret="">secret-9</bdi>`,
  );
  const { container } = render(<LiveDot state="enrolled" onOpen={() => undefined} />);
  page.append(container);
  storeSnapshot(page, AT);
  expect(JSON.stringify(sessionStorage)).not.toMatch(/secret|Live/);
  const copy = painted();
  expect([copy.querySelectorAll('input, textarea, a').length, copy.textContent?.trim()]).toEqual([3, 'OpenSigned out']);
});

test('words that look like HTML stay words', () => {
  const page = document.createElement('div');
  page.append('<img src=x onerror=alert(1)>');
  storeSnapshot(page, AT);
  expect([painted().childElementCount, painted().textContent]).toEqual([0, '<img src=x onerror=alert(1)>']);
});

test('nobody else on the device sees it, and after a sign-out there is none', () => {
  storeSnapshot(pageOf('<p>ledger-01</p>'), AT);
  expect(storedSnapshot()).not.toBeNull();
  rememberUser({ id: 'jonas', email: 'jonas@ahlers.example' });
  expect(storedSnapshot()).toBeNull();
  removeSnapshot();
  rememberUser(null);
  storeSnapshot(pageOf('<p>ledger-01</p>'), AT);
  expect([storedSnapshot(), JSON.stringify(sessionStorage)]).toEqual([null, '{}']);
});

test('a page that is too large is not stored', () => {
  storeSnapshot(pageOf(`<p>${'a'.repeat(500_001)}</p>`), AT);
  expect(storedSnapshot()).toBeNull();
});

test('its time is that of the oldest data on the page, and no answer about the session makes it younger', () => {
  const client = new QueryClient();
  const hold = (queryKey: string[], updatedAt: number) => {
    client.setQueryData(queryKey, [], { updatedAt });
    return new QueryObserver(client, { queryKey, enabled: true, staleTime: Infinity }).subscribe(() => undefined);
  };
  const now = AT + 60_000;
  const ends = [hold(['auth', 'checkUser'], now)];
  expect(oldestOnPage(client, now)).toBe(now);
  client.setQueryData(['backup'], [], { updatedAt: AT - 5000 });
  ends.push(hold(['system'], AT), hold(['alarm'], AT + 1000));
  expect(oldestOnPage(client, now)).toBe(AT);
  for (const end of ends) end();
});
