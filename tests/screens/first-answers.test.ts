// Work after the first answers: it leaves the network to the data of the page, and never waits for good.
// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterFirstAnswers } from '#app/api/first-answers.ts';

const client = new QueryClient();
const run = vi.fn();

/** Starts a query; returns what answers it. */
function fetchLater(name: string): (answer: string) => void {
  let answer: (text: string) => void = () => undefined;
  void client.fetchQuery({ queryKey: [name], queryFn: () => new Promise<string>((resolve) => (answer = resolve)) });
  return (text) => answer(text);
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  client.clear();
  run.mockReset();
});

test('it runs half a second after the last answer', async () => {
  const answer = fetchLater('systems');
  afterFirstAnswers(client, run);
  await vi.advanceTimersByTimeAsync(3000);
  expect(run).not.toHaveBeenCalled();
  answer('rows');
  await vi.advanceTimersByTimeAsync(499);
  expect(run).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(run).toHaveBeenCalledOnce();
});

test('a query that begins in that time is waited for', async () => {
  afterFirstAnswers(client, run);
  await vi.advanceTimersByTimeAsync(400);
  const answer = fetchLater('systems');
  await vi.advanceTimersByTimeAsync(2000);
  expect(run).not.toHaveBeenCalled();
  answer('rows');
  await vi.advanceTimersByTimeAsync(500);
  expect(run).toHaveBeenCalledOnce();
});

test('it runs after five seconds without an answer, and once only', async () => {
  const answer = fetchLater('systems');
  afterFirstAnswers(client, run);
  await vi.advanceTimersByTimeAsync(5000);
  expect(run).toHaveBeenCalledOnce();
  answer('rows');
  await vi.advanceTimersByTimeAsync(9000);
  expect(run).toHaveBeenCalledOnce();
});
