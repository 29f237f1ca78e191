// The backups that a retention would remove of a system now.
import { compileRule } from '#contract/files/pattern.ts';
import { seriesOf, applyRetention, type RetentionRule } from '#contract/retention.ts';
import { decode } from '#server/query/row-codec.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { RowOf } from '#server/db/engine.ts';

type SystemRow = RowOf<'system'>;

const EVERYTHING: RetentionRule = { days: 0, weeks: 0, months: 0, years: 0 };

export interface Purge {
  purgeList: { id: string; date: string; file: string; size: number; key: string }[];
  purgeSize: number;
  keepSize: number;
  keepCount: number;
}

/** Returns the backups that the system's retention would remove now. A system without a retention loses none. */
export async function purgeOf(unit: Unit, system: SystemRow): Promise<Purge> {
  const { retention } = system;
  const rule = retention ? (await unit.lookup('retention', [retention])).get(retention) : undefined;
  return (await purgeBy(unit, system))(rule ?? EVERYTHING);
}

/** Returns a function that answers which backups of one system a rule would remove now. */
export async function purgeBy(unit: Unit, system: SystemRow): Promise<(rule: RetentionRule) => Purge> {
  const rows = await unit
    .asInternal()
    .select('backup')
    .select(['id', 'date', 'file', 'size', 'key', 'fileset', 'fault'])
    .where('system', '=', system.id)
    .orderBy('date')
    .orderBy('id')
    .execute();
  const { organization: owner } = system;
  const timeZone = (await unit.lookup('organization', [owner])).get(owner)?.timeZone ?? 'UTC';
  const series = await seriesBy(unit, system);
  const backups = rows.map((row) => ({
    ...row,
    series: series(row),
    good: row.fault === null && (row.key === '' || row.size > 0),
  }));
  return (rule) => {
    const { retain, purge } = applyRetention(backups, rule, timeZone);
    return {
      purgeList: purge.map(({ id, date, file, size, key }) => ({ id, date, file, size, key })),
      purgeSize: bytes(purge),
      keepSize: bytes(retain),
      keepCount: retain.length,
    };
  };
}

const bytes = (list: readonly { size: number }[]): number => list.reduce((sum, { size }) => sum + size, 0);

/**
 * Two files of one fileset are of one series when its rule reads the same name from them. Clients store the name that they read
 * already: a file that such a rule does not match is a name of its own.
 */
async function seriesBy(
  unit: Unit,
  system: SystemRow,
): Promise<(backup: Pick<RowOf<'backup'>, 'fileset' | 'file' | 'date'>) => string> {
  const table = unit.table('fileset');
  const rows = await unit.asInternal().select('fileset').selectAll().where('system', '=', system.id).execute();
  const readers = new Map(
    rows.map((row) => {
      const rule = decode(table, row);
      const compiled = rule.nameField > 0 ? compileRule(rule) : null;
      return [rule.id, compiled?.ok ? compiled.read : null] as const;
    }),
  );
  return ({ fileset, file, date }) => {
    const read = readers.get(fileset ?? '');
    const reading = read?.(file, date, 'UTC');
    const name = !read ? `file ${seriesOf(file)}` : `name ${reading && 'name' in reading ? reading.name : file}`;
    return `${fileset ?? ''} ${name}`;
  };
}

/** Notes on the system what retention would remove now; answers both. */
export async function notePurge(unit: Unit, system: SystemRow): Promise<Purge> {
  const purge = await purgeOf(unit, system);
  const { purgeList, purgeSize, keepSize } = purge;
  const set = { purgeList, purgeSize, keepSize };
  const keys = ['purgeList', 'purgeSize', 'keepSize'] as const;
  const same = keys.every((key) => JSON.stringify(system[key]) === JSON.stringify(set[key]));
  if (!same) await unit.updateRow('system', system, set);
  return purge;
}
