// The routes made from the contract: which call a method and a path name.
import { describe, expect, test } from 'vitest';
import { contract } from '#contract/index.ts';
import { makeRouter } from '#server/pipeline/routes.ts';

const route = makeRouter(Object.values(contract));
const found = (method: string, path: string) => {
  const called = route(method, path);
  return called && [`${called.noun}.${called.name}`, called.params];
};

describe('a route', () => {
  test('is the literal one before the one with a parameter', () => {
    expect(found('GET', '/system/counts')).toEqual(['system.counts', {}]);
    expect(found('GET', '/system/s-1')).toEqual(['system.get', { id: 's-1' }]);
  });

  test('has its parameters decoded, a slash and 10,000 characters included', () => {
    expect(found('GET', '/system/a%2Fb%20%C3%A9')).toEqual(['system.get', { id: 'a/b é' }]);
    const id = 'x'.repeat(10_000);
    expect(found('GET', `/system/${id}`)).toEqual(['system.get', { id }]);
  });

  test('is the same with a slash at its end or two in it', () => {
    for (const path of ['/system/', '//system', '/system//']) expect(found('GET', path)).toEqual(['system.list', {}]);
  });

  test('of HEAD is that of GET, and of PUT that of PATCH where there is no PUT', () => {
    expect(found('HEAD', '/system')).toEqual(['system.list', {}]);
    expect(found('PUT', '/system/s-1')).toEqual(['system.update', { id: 's-1' }]);
  });

  test('is none where no call has the path, the method or the letters, nor where it cannot be decoded', () => {
    expect(found('GET', '/nothing')).toBeNull();
    expect(found('TRACE', '/system')).toBeNull();
    expect(found('GET', '/System')).toBeNull();
    expect(found('GET', '/system/%FF')).toBeNull();
    expect(found('GET', '/')).toBeNull();
  });

  test('belongs to one call: two with the same method and path are refused', () => {
    expect(() => makeRouter([contract.system, contract.system])).toThrow(/GET.*\/system/);
  });
});
