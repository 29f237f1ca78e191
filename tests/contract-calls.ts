// Every call that the contract declares, and how a test makes it over either carrier.
import { contract } from '#contract/index.ts';
import type { Call, Entity } from '#contract/define.ts';
import { samples } from './samples.ts';
import type { Place } from './cast.ts';
import type { Client, Person, World } from './world.ts';
import type { Answer, Line } from './test-clients.ts';

export type EventBus = 'http' | 'socket';
export type Speaker = Pick<Person | Client, 'ask' | 'line'>;
export type Input = Record<string, unknown>;

export interface Declared {
  /** Such as `fileset.update`. */
  id: string;
  noun: string;
  name: string;
  call: Call;
  entity: Entity;
}

export const everyCall: readonly Declared[] = (Object.values(contract) as unknown as Entity[]).flatMap((entity) =>
  Object.entries(entity.calls).map(([name, call]) => ({
    id: `${entity.noun}.${name}`,
    noun: entity.noun,
    name,
    call,
    entity,
  })),
);

/** An input with which the call succeeds, made for this one use. */
export async function sampleOf(world: World, { noun, name, id }: Declared, tag: string): Promise<Input> {
  const make = (
    samples as unknown as Record<string, Record<string, (world: World, tag: string) => Promise<Input> | Input>>
  )[noun]?.[name];
  if (!make) throw new Error(`tests/samples.ts has no sample for ${id}`);
  return { ...(await make(world, tag)) };
}

/** The caller: our client where only a client may call, else alice. */
export const speakerOf = (world: World, { call }: Declared): Speaker =>
  call.may === 'client' ? world.rosie : world.alice;

/** The path parameters of a list within one place. */
export const inPath = ({ call }: Declared, { system }: Place): Input =>
  call.path.includes(':system') ? { system } : {};

/** The path with its parameters filled in, and what is left for query or body. */
export function addressOf({ call }: Declared, input: Input): { path: string; rest: Input } {
  const rest = { ...input };
  const path = call.path.replace(/:(\w+)/g, (_all, key: string) => {
    const value = rest[key];
    delete rest[key];
    return encodeURIComponent(String(value));
  });
  return { path, rest };
}

const query = (rest: Input): string => {
  const pairs = Object.entries(rest).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs as [string, string][]).toString()}`;
};

export function makeOverHttp(speaker: Speaker, declared: Declared, input: Input): Promise<Answer> {
  const { path, rest } = addressOf(declared, input);
  const { method } = declared.call;
  return method === 'GET' ? speaker.ask('GET', path + query(rest)) : speaker.ask(method, path, rest);
}

export function makeOverSocket(line: Line, declared: Declared, input: Input): Promise<Answer> {
  const { path, rest } = addressOf(declared, input);
  return line.ask(declared.call.method, `/api${path}`, rest);
}
