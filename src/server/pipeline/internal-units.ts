// Units of work of the server itself: their changes are recorded and published like those of a person.
import type { Db } from '#server/db/engine.ts';
import { internalActor } from './actor.ts';
import { writeUnit, type UnitOfWorkOptions } from './on-commit.ts';
import type { UnitHost } from './unit-host.ts';
import { Unit } from './unit-of-work.ts';

/** Opens units of the internal actor. `write` resolves after the commit is durable. */
export interface InternalUnits {
  read<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
  write<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
}

/** Returns units that exclude no socket from the events of their changes. */
export function makeInternalUnits(options: UnitOfWorkOptions & UnitHost & { now(): string }): InternalUnits {
  const open = (db: Db) => new Unit(db, options, internalActor, options.now());
  return {
    read: (work) => options.store.read((db) => work(open(db))),
    write: (work) => writeUnit(options, open, work, () => null),
  };
}
