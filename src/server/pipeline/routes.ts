// Finds the call that a method and a path name. The routes are made from the contract.
import findMyWay, { type HTTPMethod } from 'find-my-way';
import type { Call, Entity, Method, ObjectSchema } from '#contract/define.ts';

/** A call that a method and a path named. `params`: the decoded path parameters. */
export interface Route {
  noun: string;
  name: string;
  call: Call;
  record: ObjectSchema;
  params: Readonly<Record<string, string | undefined>>;
}

/** Finds a route by method and path, without the `/api` prefix and the query. Null where no call has them, or the path cannot be decoded. */
export type Router = (method: string, path: string) => Route | null;

/** No identifier is longer; schemas refuse what is too long, and name the field. */
const LONGEST_PARAM = 16_000;

const METHODS: readonly HTTPMethod[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] satisfies Method[];

const unused = (): void => undefined;

/** @throws Error where two calls share a method and a path */
export function makeRouter(entities: readonly Entity[]): Router {
  const router = findMyWay({
    ignoreTrailingSlash: true,
    ignoreDuplicateSlashes: true,
    maxParamLength: LONGEST_PARAM,
  });
  for (const { noun, calls, record } of entities)
    for (const [name, call] of Object.entries(calls))
      router.on(call.method, call.path, unused, { noun, name, call, record } satisfies Omit<Route, 'params'>);
  const find = (method: HTTPMethod, path: string): Route | null => {
    const found = router.find(method, path);
    if (!found) return null;
    const declared: Omit<Route, 'params'> = found.store;
    return { ...declared, params: { ...found.params } };
  };
  return (name, path) => {
    const method = name === 'HEAD' ? 'GET' : METHODS.find((one) => one === name);
    if (!method) return null;
    return find(method, path) ?? (method === 'PUT' ? find('PATCH', path) : null);
  };
}
