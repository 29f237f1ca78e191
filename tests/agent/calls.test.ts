// The client's own list of calls, held against the contract, which it leaves out of its bundle.
import { expect, test } from 'vitest';
import { requestOf, routes } from '#agent/calls.ts';
import { contract } from '#contract/index.ts';

test('the client asks as the contract has it, and only what a client may', () => {
  const { hello, report } = contract.client.calls;
  const declared = {
    hello,
    report,
    notify: contract.backup.calls.notify,
    uploadKeys: contract.system.calls.uploadKeys,
  };
  expect(Object.keys(routes)).toEqual(Object.keys(declared));
  for (const [name, call] of Object.entries(declared)) {
    expect([name, ...routes[name as keyof typeof routes]]).toEqual([name, call.method.toLowerCase(), call.path]);
    expect([name, call.client]).toEqual([name, true]);
  }
});

test('what stands in the path is not sent beside it, whatever it is', () => {
  expect(requestOf('uploadKeys', { id: 'a/$&b', name: 'x.zip', date: '2026-11-21T03:00:00.000Z' })).toEqual({
    method: 'get',
    url: '/api/system/a%2F%24%26b/get-upload-keys',
    data: { name: 'x.zip', date: '2026-11-21T03:00:00.000Z' },
  });
});
