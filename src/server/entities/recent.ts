// The latest backups and alarms of whoever asks, in one list.
import { parseCriteria } from '#contract/criteria.ts';
import { may } from '#contract/permissions.ts';
import { asPerson } from '#server/pipeline/actor.ts';
import type { Handlers } from '#server/pipeline/dispatch.ts';
import type { RecordFor } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { kindsOf } from '#server/query/columns.ts';

const EACH = 20;
/** Ids sort by the moment they were made. */
const newest = { sort: 'id DESC', limit: EACH };

const newestOf = async <N extends 'backup' | 'alarm'>(unit: Unit, noun: N): Promise<RecordFor<N>[]> =>
  (await unit.list(noun, parseCriteria(newest, kindsOf(unit.table(noun).columns)))).rows;

interface Recent {
  id: string;
  backup: RecordFor<'backup'> | null;
  alarm: RecordFor<'alarm'> | null;
}

/** As many of each as there may be, newest first: many alarms at once do not push the backups out. */
export async function recentOf(unit: Unit): Promise<Recent[]> {
  const backups = await newestOf(unit, 'backup');
  const alarms = may(asPerson(unit.actor).rights, 'alarm.read') ? await newestOf(unit, 'alarm') : [];
  return [
    ...backups.map((backup) => ({ id: backup.id, backup, alarm: null })),
    ...alarms.map((alarm) => ({ id: alarm.id, backup: null, alarm })),
  ].toSorted((a, b) => (a.id < b.id ? 1 : -1));
}

export const recentHandlers: Handlers['recent'] = { latest: (context) => context.read(recentOf) };
