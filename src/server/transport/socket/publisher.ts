// After the commit: each change goes to the rooms of those who may read it. Joins and leaves follow the rights.
import { isDeepStrictEqual } from 'node:util';
import type { Change } from '#contract/define.ts';
import { may, scopeOf } from '#contract/permissions.ts';
import type { Person } from '#server/pipeline/actor.ts';
import type { ExcludedSocket } from '#server/pipeline/answered-record.ts';
import { ANY_ORGANIZATION } from '#server/query/user-visibility.ts';
import type { Row } from '#server/db/engine.ts';
import type { RecordChange } from '#server/pipeline/changes.ts';
import type { Table } from '#server/pipeline/table.ts';

export interface Emitter {
  /** Whether anyone is in any of the rooms: an event without a listener need not be formatted. */
  hasListeners(rooms: string[]): boolean;
  /**
   * Sends one event to everyone in any of the rooms, once each, except to whoever is in one of the others and to the excluded
   * socket.
   */
  emit(rooms: string[], event: string, payload: Row, except: string[], excluded: ExcludedSocket | null): void;
}

const roomOf = (noun: string, place: string): string => `${noun}@${place}`;
const EVERYWHERE = '*';

/** The data rooms that a person's rights open: of each noun either the one for everything, or those of some places. */
export function roomsFor({ id, rights }: Person, tables: Iterable<Table>): string[] {
  return [...tables].flatMap(({ noun, organization, linked, shared, owner }) => {
    if (owner) return [roomOf(noun, id)];
    if (!may(rights, `${noun}.read`)) return [];
    const scope = organization === null && !linked ? 'all' : scopeOf(rights, noun, 'read');
    if (scope === 'all') return [roomOf(noun, EVERYWHERE)];
    if (!linked) return [...(shared ? [ANY_ORGANIZATION] : []), ...scope].map((place) => roomOf(noun, place));
    return (linked.user === null ? [ANY_ORGANIZATION] : [id, ...scope]).map((place) => roomOf(noun, place));
  });
}

/** Whether rooms of `roomsFor` open records of a noun in that organization; null for records without one. */
export const isInScope = (rooms: ReadonlySet<string>, noun: string, organization: string | null): boolean =>
  rooms.has(roomOf(noun, EVERYWHERE)) || (organization !== null && rooms.has(roomOf(noun, organization)));

/** The event formats of one noun. */
export interface EventFormat {
  /** The formats of events. */
  shape(record: Row): Row;
  /** The attributes that only viewers of everything receive. */
  restrictedFields: readonly string[];
}

/**
 * Sends what one commit changed, in order. A move is destroyed where it leaves and created where it arrives.
 *
 * @param excluded the socket that gets no event of one of the records; it gets those of all others
 */
export function publish(
  emitter: Emitter,
  formats: ReadonlyMap<string, EventFormat>,
  changes: readonly RecordChange[],
  excluded: ExcludedSocket | null,
): void {
  for (const noted of changes) {
    const format = formats.get(noted.noun);
    const rooms = [EVERYWHERE, ...noted.places.before, ...noted.places.after].map((place) => roomOf(noted.noun, place));
    const isAnswered = excluded?.record.noun === noted.noun && excluded.record.id === noted.id;
    if (format && emitter.hasListeners([...new Set(rooms)]))
      emitChange(emitter, format, noted, isAnswered ? excluded : null);
  }
}

function emitChange(
  emitter: Emitter,
  { shape, restrictedFields }: EventFormat,
  noted: RecordChange,
  excluded: ExcludedSocket | null,
): void {
  const { noun, places } = noted;
  const [before, after] = [noted.before && shape(noted.before), noted.after && shape(noted.after)];
  const send = (to: string[], change: Change | null, but: string[] = []) => {
    const rooms = (some: string[]) => some.map((place) => roomOf(noun, place));
    if (change && to.length > 0) emitter.emit(rooms(to), noun, change, rooms(but), excluded);
  };
  const changeOf = (was: Row | null, is: Row | null) => changeBetween(noted, was, is);
  const whole = changeOf(before, after);
  const [were, are] = [without(before, restrictedFields), without(after, restrictedFields)];
  const moved = were !== null && are !== null;
  const stays = moved ? places.before.filter((place) => places.after.includes(place)) : [];
  const audience = moved ? stays : [...places.before, ...places.after];
  if (restrictedFields.length === 0) send([EVERYWHERE, ...audience], whole);
  else {
    send([EVERYWHERE], whole);
    send(audience, changeOf(were, are));
  }
  if (!moved) return;
  const [left, entered] = [outside(places.before, stays), outside(places.after, stays)];
  send(left, changeOf(were, null), stays);
  send(entered, changeOf(null, are), stays);
}

const outside = (places: string[], others: string[]): string[] => places.filter((place) => !others.includes(place));

const without = (record: Row | null, restrictedFields: readonly string[]): Row | null =>
  record && Object.fromEntries(Object.entries(record).filter(([key]) => !restrictedFields.includes(key)));

/** Null where there is nothing to tell. */
function changeBetween(noted: RecordChange, before: Row | null, after: Row | null): Change | null {
  const { id } = noted;
  if (!before) return { verb: 'created', id, data: after ?? {} };
  return after ? updated(noted, before, after) : { verb: 'destroyed', id, previous: before };
}

function updated({ id, followsAt }: RecordChange, before: Row, after: Row): Change | null {
  const changed = Object.entries(after).filter(([key, value]) => !isDeepStrictEqual(value, before[key]));
  if (changed.length === 0) return null;
  return {
    verb: 'updated',
    id,
    // Apps ignore an update that is not newer than their record.
    data: { id, ...Object.fromEntries(changed), updatedAt: followsAt ?? after.updatedAt },
    previous: before,
  };
}
