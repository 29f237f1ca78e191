// A query without an answer: after 10 s the screen counts, may stop waiting, and uses an answer that comes late. One that
// failed says so until there is an answer.
// @vitest-environment jsdom
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import { Unanswered } from '#app/features/shell/query-state.tsx';

const fetched = vi.fn<typeof fetch>();
let respond: (body: object, status?: number) => void;

function Counts() {
  const query = useQuery(api.system.counts.queryOptions());
  return query.data ? <p>Loaded</p> : <Unanswered title="Could not load systems" query={query} />;
}

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Counts />
    </QueryClientProvider>,
  );
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  fetched.mockImplementation(
    (url, init) =>
      new Promise((resolve, reject) => {
        if (String(url).includes('counts'))
          respond = (body, status = 200) => resolve(new Response(JSON.stringify(body), { status }));
        else resolve(new Response('{"user":null,"setUp":false,"version":"1"}'));
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('counts the seconds from the tenth on', async () => {
  show();
  await wait(9000);
  expect(screen.queryByText(/Still waiting/)).toBeNull();
  await wait(3000);
  expect(screen.getByText('Still waiting, 12 s')).toBeTruthy();
});

test('uses a late answer', async () => {
  show();
  await wait(70_000);
  expect(screen.getByText('Still waiting, 70 s')).toBeTruthy();
  respond({ all: 3 });
  await wait(0);
  expect(screen.getByText('Loaded')).toBeTruthy();
});

test('stops waiting at a press, and tries again', async () => {
  show();
  await wait(12_000);
  fireEvent.click(screen.getByText('Stop waiting'));
  await wait(0);
  expect(screen.getByText('Could not load systems')).toBeTruthy();
  fireEvent.click(screen.getByText('Try again'));
  await wait(0);
  respond({ all: 3 });
  await wait(0);
  expect(screen.getByText('Loaded')).toBeTruthy();
});

test('an error stays while the query is fetched again, until there is an answer', async () => {
  show();
  respond({ message: 'Broken' }, 500);
  await wait(10_000);
  const states: boolean[] = [];
  const look = async () => {
    states.push(screen.queryByText('Could not load systems') !== null);
    await wait(400);
  };
  await look();
  for (const status of [500, 403]) {
    fireEvent.click(screen.getByText('Try again'));
    for (let times = 0; times < 5; times += 1) await look();
    respond({ message: 'Broken' }, status);
    await look();
    await look();
  }
  expect(states).toEqual(states.map(() => true));
  fireEvent.click(screen.getByText('Try again'));
  await wait(0);
  respond({ all: 3 });
  await wait(0);
  expect(screen.getByText('Loaded')).toBeTruthy();
});

test('a retry says that it works until there is an answer, and for a moment after a failure at once', async () => {
  show();
  respond({ message: 'Broken' }, 500);
  await wait(10_000);
  fireEvent.click(screen.getByText('Try again'));
  await wait(5000);
  expect(screen.queryByText('Try again')).toBeNull();
  expect(screen.getByRole('button', { name: 'Checking' }).getAttribute('aria-busy')).toBe('true');
  respond({ message: 'Broken' }, 403);
  await wait(300);
  expect(screen.getByRole('status').textContent).toBe('Checking');
  await wait(700);
  expect(screen.getByText('Try again').closest('button')?.getAttribute('aria-busy')).toBeNull();
});
