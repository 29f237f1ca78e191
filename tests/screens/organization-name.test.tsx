// The name of an organization: equal ones are allowed, and the form says where there is one already.
// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { OrganizationBasics } from '#app/features/organizations/organization-basics.tsx';
import {
  newOrganization,
  organizationFields,
  type OrganizationValues,
} from '#app/features/organizations/organization-kind.ts';
import { issueText } from '#app/features/shell/issue-text.ts';
import { FormContext } from '#app/ui/form/form-context.tsx';
import { useRecordForm } from '#app/ui/form/use-record-form.ts';

const WARNING = /^Another organization has this name/;
const fetched = vi.fn<typeof fetch>();
const asked = () => fetched.mock.calls.map(([url]) => new URL(String(url), 'https://backwatch.example').searchParams);

function Form({ name }: { name: string }) {
  const [record] = useState<OrganizationValues>({ ...newOrganization(), name });
  const [fields] = useState(organizationFields);
  const form = useRecordForm({
    record,
    fields,
    issueText,
    read: (values: OrganizationValues) => values,
    toInput: (changes: Partial<OrganizationValues>) => changes,
    save: () => Promise.resolve(record),
    readFailure: () => ({ issues: [], text: null }),
  });
  return (
    <FormContext value={form}>
      <OrganizationBasics />
    </FormContext>
  );
}

const show = (name = '') =>
  render(
    <QueryClientProvider client={queryClient}>
      <Form name={name} />
    </QueryClientProvider>,
  );
const type = async (name: string) => {
  fireEvent.change(screen.getByRole('textbox', { name: /^Name/ }), { target: { value: name } });
  // The typing pauses, and then the answer comes.
  for (const ms of [400, 50, 50]) await act(() => vi.advanceTimersByTimeAsync(ms));
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  fetched.mockImplementation((url) => {
    const isNorra = String(url).includes('Norra+Clinic') || String(url).includes('Norra%20Clinic');
    const body = isNorra ? [{ id: '0197e1a0-0000-7000-8000-000000000001', name: 'Norra Clinic' }] : [];
    return Promise.resolve(new Response(JSON.stringify(body), { status: 200, headers: { 'x-total-count': '1' } }));
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

test('a name that another organization has is said so, once the typing pauses', async () => {
  show();
  await type('Norra');
  expect(screen.queryByText(WARNING)).toBeNull();
  await type('Norra Clinic ');
  expect(screen.getByText(WARNING)).toBeTruthy();
  expect(asked().map((query) => query.get('where'))).toEqual(['{"name":"Norra"}', '{"name":"Norra Clinic"}']);
  await type('Norra Clinic 2');
  expect(screen.queryByText(WARNING)).toBeNull();
});

test('the name that it has is not asked for, nor an empty one', async () => {
  show('Norra Clinic');
  for (const name of ['Norra Clinic ', '', '  ']) await type(name);
  expect(screen.queryByText(WARNING)).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
});
