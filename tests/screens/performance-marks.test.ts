// The mark of the first data on screen, which the deferred start waits for.
// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { dataPainted } from '#app/device/performance-marks.ts';

const marks = () => performance.getEntriesByName('data-painted').length;

afterEach(() => performance.clearMarks());

test('the first data that a screen shows sets the mark, and no data that nobody shows', async () => {
  const client = new QueryClient();
  const painted = dataPainted(client);
  client.setQueryData(['system', 'list'], ['Server 1']);
  const end = new QueryObserver(client, { queryKey: ['auth', 'check-user'], queryFn: () => 'Alice' }).subscribe(
    () => {},
  );
  await expect.poll(() => client.getQueryData(['auth', 'check-user'])).toBe('Alice');
  await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(frame))));
  expect(marks()).toBe(0);
  const leave = new QueryObserver(client, { queryKey: ['system', 'list'], staleTime: Infinity }).subscribe(() => {});
  await painted;
  expect(marks()).toBe(1);
  end();
  leave();
});
