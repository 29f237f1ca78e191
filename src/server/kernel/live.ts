// After the commit: each change goes to the rooms of those who may read it. Joins and leaves follow the rights.
import { isDeepStrictEqual } from 'node:util';
import type { Change, Entity } from '#contract/kernel.ts';
import { may, scopeOf, type Rights } from '#contract/may.ts';
import type { Row } from './store.ts';
import type { Noted } from './unit.ts';

export interface Emitter {
  /** Whether anyone is in any of the rooms: what nobody hears need not be put into words. */
  hears(rooms: string[]): boolean;
  /** Sends one event to everyone in any of the rooms, once each, except one socket. */
  emit(rooms: string[], event: string, payload: Row, except: string | null): void;
}

const roomOf = (noun: string, organization: string): string => `${noun}@${organization}`;
const EVERYWHERE = '*';

/** The data rooms that a person's rights open. */
export function roomsFor(rights: Rights, entities: readonly Entity[]): string[] {
  return entities.flatMap(({ noun, organization }) => {
    if (!may(rights, `${noun}.read`)) return [];
    const scope = organization === null ? 'all' : scopeOf(rights, noun, 'read');
    return scope === 'all' ? [roomOf(noun, EVERYWHERE)] : scope.map((id) => roomOf(noun, id));
  });
}

/** Sends what one commit changed, in order. A move is destroyed where it leaves and created where it arrives. */
export function publish(
  emitter: Emitter,
  shapes: ReadonlyMap<string, (record: Row) => Row>,
  changes: Noted[],
  except: string | null,
): void {
  for (const noted of changes) {
    const shape = shapes.get(noted.noun);
    const { before: left, after: entered } = noted.organizations;
    const concerned = [...new Set([EVERYWHERE, left, entered])].filter((name) => name !== null);
    if (!shape || !emitter.hears(concerned.map((name) => roomOf(noted.noun, name)))) continue;
    const before = noted.before && shape(noted.before);
    const after = noted.after && shape(noted.after);
    if (before && after && left !== entered) {
      const { noun, id } = noted;
      if (left !== null) emitter.emit([roomOf(noun, left)], noun, { verb: 'destroyed', id, previous: before }, except);
      if (entered !== null) emitter.emit([roomOf(noun, entered)], noun, { verb: 'created', id, data: after }, except);
      emitter.emit([roomOf(noted.noun, EVERYWHERE)], noted.noun, updated(noted.id, before, after), except);
      continue;
    }
    const organization = entered ?? left;
    const rooms = [
      roomOf(noted.noun, EVERYWHERE),
      ...(organization === null ? [] : [roomOf(noted.noun, organization)]),
    ];
    emitter.emit(rooms, noted.noun, changeOf(noted.id, before, after), except);
  }
}

function changeOf(id: string, before: Row | null, after: Row | null): Change {
  if (!before) return { verb: 'created', id, data: after ?? {} };
  return after ? updated(id, before, after) : { verb: 'destroyed', id, previous: before };
}

function updated(id: string, before: Row, after: Row): Change {
  const data: Row = { id, updatedAt: after['updatedAt'] };
  for (const [key, value] of Object.entries(after)) if (!isDeepStrictEqual(value, before[key])) data[key] = value;
  return { verb: 'updated', id, data, previous: before };
}
