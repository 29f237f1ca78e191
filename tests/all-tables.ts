// The connection of a unit as tests use it: to every table, and nothing narrowed.
import type { Db } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';

// The repositories' connection is the same object; only its type leaves the tables with a record out.
export const allTables = ({ unscopedDb }: Pick<Unit, 'unscopedDb'>): Db => unscopedDb as unknown as Db;
