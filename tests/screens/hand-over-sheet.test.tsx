// The sheet that hands an alarm over: nobody is offered to whom the server would not hand it.
// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import HandOverSheet from '#app/features/alarm-detail/hand-over-sheet.tsx';
import { setConnectionState } from '#app/realtime/freshness.ts';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('names those as out of reach whose devices did not take their last push, unless they are mailed', async () => {
  const lastError = { code: 'answered', status: 403, text: null };
  const person = (name: string, channels: string[], values: object = {}) => ({
    user: { id: name, name },
    channels,
    reason: null,
    lastError: null,
    acts: true,
    from: null,
    ...values,
  });
  const people = [
    person('Mara', ['push']),
    person('Nils', ['push'], { lastError }),
    person('Olga', ['push', 'mail'], { lastError }),
    person('Paul', [], { reason: 'noDevice' }),
  ];
  setConnectionState('enrolled', Date.now());
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(people, { headers: { 'x-total-count': '4' } })));
  const alarm = { id: 'a', organization: { id: 'acme' }, system: { id: 's', name: 'Ledger' }, acknowledgedBy: null };
  render(
    <QueryClientProvider client={queryClient}>
      <HandOverSheet alarm={alarm as never} open anchor={null} onClose={vi.fn()} onDone={vi.fn()} />
    </QueryClientProvider>,
  );
  const text = await screen.findByText(/No notification would reach/);
  expect(text.textContent).toBe('No notification would reach Nils and Paul');
});
