// A large installation in a folder: a server makes the database and its administrator, then rows go straight into the file.
import { join } from 'node:path';
import Database from 'libsql';
import { startServer } from './server-process.ts';
import { fillOrganizations, fillPeople, fillSchedules, fillSystems, type Cookies } from './fleet-rows.ts';

/** How much of each there is. */
export interface Sizes {
  organizations: number;
  systems: number;
  backups: number;
  /** Default: 20 of each system. */
  activities?: number;
}

export interface Fleet {
  folder: string;
  sizes: Sizes;
  /** Session cookies of those who are signed in already. */
  cookies: Cookies;
  /** The organizations that the engineer is linked to. */
  linked: string[];
  /** One of the systems, with as many backups as any. */
  system: string;
}

/** The name of a size in the environment, and its default. */
const size = (name: string, usual: number): number => Number(process.env[name] ?? usual);
export const sizesOf = (): Sizes => ({
  organizations: size('BENCH_ORGANIZATIONS', 500),
  systems: size('BENCH_SYSTEMS', 10_000),
  backups: size('BENCH_BACKUPS', 2_000_000),
  activities: size('BENCH_ACTIVITIES', 200_000),
});

/** Fills an empty folder. What comes due does so in a day: nothing begins while it is measured. */
export async function makeFleet(folder: string, sizes: Sizes): Promise<Fleet> {
  await (await startServer(folder)).stop();
  const db = new Database(join(folder, 'backwatch.db'));
  try {
    for (const pragma of ['synchronous = off', 'foreign_keys = off', 'cache_size = -400000', 'temp_store = memory'])
      db.exec(`pragma ${pragma}`);
    db.exec('begin');
    const now = Date.now();
    const schedules = fillSchedules(db, now);
    const organizations = fillOrganizations(db, now, sizes.organizations);
    const { cookies, linked } = fillPeople(db, now, organizations);
    const systems = fillSystems(db, now, sizes, { organizations, schedules });
    db.exec('commit');
    const each = (rows: number) => Math.max(1, Math.round(rows / sizes.systems));
    fillBelow(db, now, { backups: each(sizes.backups), activities: each(sizes.activities ?? 20 * sizes.systems) });
    db.exec('pragma wal_checkpoint(truncate)');
    return { folder, sizes, cookies, linked, system: systems[Math.floor(systems.length / 2)] ?? '' };
  } finally {
    db.close();
  }
}

/** An id of that moment (epoch milliseconds), in SQL. */
const idAt = (ms: string): string => `(substr(printf('%012x', ${ms}), 1, 8) || '-' || substr(printf('%012x', ${ms}), 9)
  || '-7' || substr(lower(hex(randomblob(2))), 2) || '-a' || substr(lower(hex(randomblob(2))), 2)
  || '-' || lower(hex(randomblob(6))))`;
const at = (seconds: string): string => `strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds}, 'unixepoch')`;
/** The numbers from `count` - 1 down to 0, as a table `step` with the column `back`. */
const steps = (count: number): string => `with recursive step(back) as
  (select ${count - 1} union all select back - 1 from step where back > 0)`;

/** The rows of each system: backups of every eight hours, past alarms, filesets, and acts of people. */
function fillBelow(db: Database.Database, now: number, each: { backups: number; activities: number }): void {
  const second = Math.floor(now / 1000);
  // The last one of each lies as long ago as its system says: unixepoch() reads it back.
  const last = `unixepoch(s.lastBackup) - step.back * 28800`;
  without(db, 'backup', () =>
    db.exec(`${steps(each.backups)} insert into backup (id, date, file, size, key, sha256, system, fileset, organization, createdAt, updatedAt)
      select ${idAt(`(${last}) * 1000`)}, ${at(last)}, s.server || '-' || strftime('%Y%m%d-%H%M', ${last}, 'unixepoch') || '.tar.gz',
        1000000 + abs(random() % 900000000), '', null, s.id, null, s.organization, ${at(last)}, ${at(last)}
      from step cross join system s where s.lastBackup is not null`),
  );
  // Its triggers were away with its indexes.
  db.exec('update system set backups = (select count(*) from backup where backup.system = system.id)');
  without(db, 'alarm', () =>
    db.exec(`${steps(5)} insert into alarm (id, kind, system, organization, since, addedAt, note, resolvedAt, stage, sent, shown, failed, createdAt, updatedAt)
      select ${idAt(`(${second} - (step.back + 1) * 864000 + s.rowid % 80000) * 1000`)}, 'overdue', s.id, s.organization,
        ${at(`${second} - (step.back + 1) * 864000 + s.rowid % 80000`)}, s.createdAt, '', ${at(`${second} - (step.back + 1) * 864000 + 86400`)},
        1, 2, 2, 0, ${at(`${second} - (step.back + 1) * 864000`)}, ${at(`${second} - (step.back + 1) * 864000 + 86400`)}
      from step cross join system s`),
  );
  db.exec(`insert into delivery (id, alarm, user, device, stage, status, attempts, message, sentAt, createdAt, updatedAt)
    select ${idAt('unixepoch(since) * 1000')}, alarm.id, (select id from user limit 1), null, 'new', 'sent', 1, '', since, since, since from alarm`);
  db.exec(`${steps(2)} insert into fileset (id, description, glob, pattern, nameField, dateField, timeField, dateFormat, timeFormat, static, system, organization, createdAt, updatedAt)
    select ${idAt(`unixepoch(s.createdAt) * 1000 + step.back`)}, 'Files ' || step.back, '*.tar.gz', '^(.*)$', 1, 0, 0, '', '', 0, s.id, s.organization, s.createdAt, s.createdAt
    from step cross join system s`);
  db.exec(`${steps(each.activities)} insert into activity (id, createdAt, organization, model, object, name, action, actor, actorKind, actorName, carrier, ip, changed)
    select ${idAt(`(${second} - step.back * 259200 - s.rowid % 80000) * 1000`)}, ${at(`${second} - step.back * 259200 - s.rowid % 80000`)},
      s.organization, 'system', s.id, s.name, 'updated', null, 'server', '', null, null, '[]'
    from step cross join system s`);
}

/** Without its indexes and triggers meanwhile: sorted once is a tenth of the work. */
function without(db: Database.Database, table: string, work: () => void): void {
  const parts = db
    .prepare(
      `select type, name, sql from sqlite_master where tbl_name = ? and type in ('index', 'trigger') and sql is not null`,
    )
    .all(table) as { type: string; name: string; sql: string }[];
  db.exec('begin');
  for (const { type, name } of parts) db.exec(`drop ${type} "${name}"`);
  work();
  for (const { sql } of parts) db.exec(sql);
  db.exec('commit');
}
