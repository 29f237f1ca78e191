// The calls that a client makes. What they take and answer is the contract's; the compiler holds the client to it.
import type { Contract } from '#contract/index.ts';
import type { InputOf, ResultOf } from '#contract/define.ts';

type Client = Contract['client']['calls'];
type Calls = {
  hello: Client['hello'];
  report: Client['report'];
  notify: Contract['backup']['calls']['notify'];
  uploadKeys: Contract['system']['calls']['uploadKeys'];
};
export type CallName = keyof Calls;
export type Input<C extends CallName> = InputOf<Calls[C]>;
export type Result<C extends CallName> = ResultOf<Calls[C]>;

/** As the contract has them, which would bring its whole grammar along. A test holds these against it. */
export const routes: Readonly<Record<CallName, readonly [method: 'get' | 'post', path: string]>> = {
  hello: ['post', '/client/hello'],
  report: ['post', '/client/report'],
  notify: ['get', '/backup/notify'],
  uploadKeys: ['get', '/system/:id/get-upload-keys'],
};

/** One virtual request: the id of its path is taken out of what is sent. */
export function requestOf<C extends CallName>(call: C, input: Input<C>) {
  const [method, path] = routes[call];
  const { id, ...data } = input as Record<string, unknown>;
  return { method, url: `/api${path.replace(':id', () => encodeURIComponent(String(id)))}`, data };
}
