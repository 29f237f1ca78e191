// Finds the call that a method and a path name; the table is made from the contract.
import type * as z from 'zod/mini';
import type { Call, Entity } from '#contract/define.ts';

export interface Route {
  noun: string;
  name: string;
  call: Call;
  record: z.ZodMiniObject;
  params: Record<string, string>;
}
type Entry = Omit<Route, 'params'> & { segments: string[] };

/** A literal segment wins over a parameter. Trailing slashes and the `/api` prefix are the doors' affair: paths begin after it. */
export function makeRouter(entities: readonly Entity[]): (method: string, path: string) => Route | null {
  const table = new Map<string, Entry[]>();
  for (const { noun, calls, record } of entities) {
    for (const [name, call] of Object.entries(calls)) {
      const segments = call.path.split('/').filter(Boolean);
      const key = `${call.method} ${segments.length}`;
      const entries = table.get(key) ?? [];
      if (entries.some((entry) => entry.segments.join('/') === segments.join('/')))
        throw new Error(`two calls share ${call.method} ${call.path}`);
      entries.push({ noun, name, call, record, segments });
      entries.sort((a, b) => literals(b) - literals(a));
      table.set(key, entries);
    }
  }
  const literal = new Map<string, Route>();
  for (const entries of table.values())
    for (const { segments, ...entry } of entries)
      if (literals({ segments }) === segments.length)
        literal.set(`${entry.call.method} /${segments.join('/')}`, { ...entry, params: {} });
  return (method, path) => {
    // As it is declared, letter for letter: nothing else could be meant.
    const known = literal.get(`${method} ${path}`);
    if (known) return known;
    const parts = path.split('/').filter(Boolean).map(decode);
    if (!isDecoded(parts)) return null;
    const wanted = method === 'PUT' && !table.has(`PUT ${parts.length}`) ? 'PATCH' : method === 'HEAD' ? 'GET' : method;
    return (
      find(table.get(`${wanted} ${parts.length}`) ?? [], parts) ??
      (method === 'PUT' ? find(table.get(`PATCH ${parts.length}`) ?? [], parts) : null)
    );
  };
}

const literals = ({ segments }: Pick<Entry, 'segments'>): number =>
  segments.filter((segment) => !segment.startsWith(':')).length;

function find(entries: Entry[], parts: string[]): Route | null {
  for (const { segments, ...entry } of entries) {
    const params: Record<string, string> = {};
    const fits = segments.every((segment, index) => {
      if (!segment.startsWith(':')) return segment === parts[index];
      params[segment.slice(1)] = parts[index] ?? '';
      return true;
    });
    if (fits) return { ...entry, params };
  }
  return null;
}

const isDecoded = (parts: (string | null)[]): parts is string[] => !parts.includes(null);

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
