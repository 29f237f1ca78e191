// What a retention would remove of a system's backups now.
import type { NameRule } from '#contract/files/name-rule.ts';
import { compileRule } from '#contract/files/pattern.ts';
import { seriesOf, applyRetention, type RetentionRule, type RetentionInput } from '#contract/retention.ts';
import type { Row } from '#server/kernel/store.ts';
import { decode } from '#server/kernel/coding.ts';
import type { Unit } from '#server/kernel/unit.ts';

const EVERYTHING: RetentionRule = { days: 0, weeks: 0, months: 0, years: 0 };

export interface Purge {
  purgeList: { id: string; date: string; file: string; size: number; key: string }[];
  purgeSize: number;
  keepSize: number;
  keepCount: number;
}

/** What retention would remove of one system now. Without a retention everything is kept. */
export async function purgeOf(unit: Unit, system: Row): Promise<Purge> {
  const rows = (await unit.db
    .selectFrom('backup')
    .select(['id', 'date', 'file', 'size', 'key', 'fileset', 'fault'])
    .where('system', '=', system['id'])
    .orderBy('date')
    .orderBy('id')
    .execute()) as Backup[];
  const retention = String(system['retention'] ?? '');
  const rule = retention ? (await unit.lookup('retention', [retention])).get(retention) : undefined;
  const owner = String(system['organization']);
  const timeZone = String((await unit.lookup('organization', [owner])).get(owner)?.['timeZone'] ?? 'UTC');
  const series = await seriesBy(unit, system);
  const backups = rows.map((row) => ({
    ...row,
    series: series(row),
    good: row.fault === null && (row.key === '' || row.size > 0),
  }));
  const { retain, purge } = applyRetention(backups, (rule as RetentionRule | undefined) ?? EVERYTHING, timeZone);
  const bytes = (list: { size: number }[]) => list.reduce((sum, { size }) => sum + size, 0);
  return {
    purgeList: purge.map(({ id, date, file, size, key }) => ({ id, date, file, size, key })),
    purgeSize: bytes(purge),
    keepSize: bytes(retain),
    keepCount: retain.length,
  };
}

type Backup = Omit<RetentionInput, 'series' | 'good'> & {
  file: string;
  size: number;
  key: string;
  fileset: string | null;
  fault: string | null;
};

/** Two files of one fileset are of one series when its rule reads the same name from them. */
async function seriesBy(unit: Unit, system: Row): Promise<(backup: Backup) => string> {
  const table = unit.table('fileset');
  const rows = await unit.db.selectFrom('fileset').selectAll().where('system', '=', system['id']).execute();
  const readers = new Map(
    rows.map((row) => {
      const rule = decode(table, row) as unknown as NameRule;
      const compiled = rule.nameField > 0 ? compileRule(rule) : null;
      return [String(row['id']), compiled?.ok ? compiled.read : null] as const;
    }),
  );
  return ({ fileset, file, date }) => {
    const reading = readers.get(fileset ?? '')?.(file, date, 'UTC');
    const name = reading && 'name' in reading ? `name ${reading.name}` : `file ${seriesOf(file)}`;
    return `${fileset ?? ''} ${name}`;
  };
}

/** Notes on the system what retention would remove now; answers both. */
export async function notePurge(unit: Unit, system: Row): Promise<Purge> {
  const purge = await purgeOf(unit, system);
  const { purgeList, purgeSize, keepSize } = purge;
  const set = { purgeList, purgeSize, keepSize };
  const same = Object.entries(set).every(([key, value]) => JSON.stringify(system[key]) === JSON.stringify(value));
  if (!same) await unit.updateRow('system', system, set);
  return purge;
}
