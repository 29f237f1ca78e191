// The choice of an organization: searched on the server, chosen by a press or by Enter; a failed search shows nothing.
// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { OrganizationChoices, type OrganizationRef } from '#app/features/organizations/organization-picker.tsx';

const norra = { id: '0197e1a0-0000-7000-8000-000000000001', name: 'Norra Clinic' };
const kvist = { id: '0197e1a0-0000-7000-8000-000000000002', name: 'Kvist & Co' };
const many = Array.from({ length: 20 }, (_, index) => ({ id: `many-${index}`, name: `Branch ${index}` }));
const fetched = vi.fn<typeof fetch>();
const chosen = vi.fn<(organization: OrganizationRef | null) => void>();
const submitted = vi.fn<() => void>();
const logged = vi.spyOn(console, 'error');
let status = 200;

const termOf = (url: unknown) => new URL(String(url), 'https://backwatch.example').searchParams.get('searchTerm') ?? '';
const answerTo = (term: string) => {
  if (term === 'branch') return many;
  return [norra, kvist].filter(({ name }) => name.toLowerCase().includes(term.toLowerCase()));
};

const show = (none?: string) =>
  render(
    <QueryClientProvider client={queryClient}>
      <form onSubmit={submitted}>
        <OrganizationChoices value={kvist} onChoose={chosen} {...(none !== undefined && { none })} />
      </form>
    </QueryClientProvider>,
  );
const settle = async () => {
  // The typing pauses, and then the answer comes.
  for (const ms of [400, 50, 50]) await act(() => vi.advanceTimersByTimeAsync(ms));
};
const names = () => screen.queryAllByRole('radio').map(({ textContent }) => textContent);
const type = (term: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: term } });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  status = 200;
  fetched.mockImplementation((url) => {
    const body = status === 200 ? answerTo(termOf(url)) : { code: 'E_INTERNAL', message: 'no' };
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  logged.mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

test('asks the server for what is typed, and marks the organization that is chosen', async () => {
  show();
  await settle();
  expect(names()).toEqual(['Norra Clinic', 'Kvist & Co']);
  expect(screen.getByRole('radio', { name: 'Kvist & Co' }).getAttribute('aria-checked')).toBe('true');
  type('norra');
  await settle();
  expect(names()).toEqual(['Norra Clinic']);
  fireEvent.click(screen.getByRole('radio'));
  expect(chosen).toHaveBeenCalledWith(norra);
  const asked = fetched.mock.calls.map(([url]) => String(url));
  expect(asked.every((url) => url.startsWith('/api/organization/available?') && url.includes('linked=true'))).toBe(
    true,
  );
});

test('Enter in the search chooses the first match, and does not send the form around it', async () => {
  show();
  await settle();
  type('kvi');
  await settle();
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' });
  expect(chosen).toHaveBeenCalledWith(kvist);
  expect(submitted).not.toHaveBeenCalled();
});

test('Enter before the answer chooses none of the earlier options', async () => {
  show();
  await settle();
  type('kvi');
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' });
  expect(chosen).not.toHaveBeenCalledWith(norra);
});

test('a search that fails is logged, and shows nothing', async () => {
  status = 500;
  show();
  await settle();
  expect(logged).toHaveBeenCalledWith('Error getting available orgs', expect.anything());
  expect(names()).toEqual([]);
  expect(screen.queryByText('Nothing matches')).toBeNull();
});

test('an answer without a match says so; one of twenty says that there may be more', async () => {
  show();
  await settle();
  type('nobody');
  await settle();
  expect(screen.getByText('Nothing matches')).toBeTruthy();
  type('branch');
  await settle();
  expect(names()).toHaveLength(20);
  expect(screen.getByText('These are the first 20. Type to narrow the list.')).toBeTruthy();
});

test('no organization is a choice of its own until one searches', async () => {
  show('Shared by all organizations');
  await settle();
  expect(names()).toEqual(['Shared by all organizations', 'Norra Clinic', 'Kvist & Co']);
  fireEvent.click(screen.getByRole('radio', { name: 'Shared by all organizations' }));
  expect(chosen).toHaveBeenCalledWith(null);
  type('kvi');
  await settle();
  expect(names()).toEqual(['Kvist & Co']);
});
