// Brings a database up to date: forward only, each migration once, in order.
import { sql, type Kysely } from 'kysely';
import type { Store, Tables } from './engine.ts';
import { first } from './migrations/0001-first.ts';
import { backupsOnce } from './migrations/0002-backups-once.ts';
import { nouns } from './migrations/0003-nouns.ts';
import { tokens } from './migrations/0004-tokens.ts';
import { oidc } from './migrations/0005-oidc.ts';
import { passkeys } from './migrations/0006-passkeys.ts';
import { activity } from './migrations/0007-activity.ts';
import { nodes } from './migrations/0008-nodes.ts';
import { lists } from './migrations/0009-lists.ts';
import { unreached } from './migrations/0010-unreached.ts';
import { runs } from './migrations/0011-runs.ts';
import { keyprints } from './migrations/0012-keyprints.ts';
import { shareName } from './migrations/0013-share-name.ts';
import { covers } from './migrations/0014-covers.ts';
import { orders } from './migrations/0015-orders.ts';
import { depths } from './migrations/0016-depths.ts';
import { nothingFirst } from './migrations/0017-nothing-first.ts';
import { runLines } from './migrations/0018-run-lines.ts';
import { following } from './migrations/0019-following.ts';
import { fewerIndexes } from './migrations/0020-fewer-indexes.ts';
import { editedAt } from './migrations/0021-edited-at.ts';
import { userLanguage } from './migrations/0022-user-language.ts';
import { sharedRecords } from './migrations/0023-shared-records.ts';
import { downloadAndKeys } from './migrations/0024-download-and-keys.ts';
import { presence } from './migrations/0025-presence.ts';
import { lapses } from './migrations/0026-lapses.ts';
import { deviceSessions } from './migrations/0027-device-sessions.ts';
import { organizationNames } from './migrations/0028-organization-names.ts';
import { ownZones } from './migrations/0029-own-zones.ts';
import { deviceZones } from './migrations/0030-device-zones.ts';
import { jobs } from './migrations/0031-jobs.ts';
import { alarmEvents } from './migrations/0032-alarm-events.ts';
import { rateLimits } from './migrations/0033-rate-limits.ts';
import { failedSignIns } from './migrations/0034-failed-sign-ins.ts';
import { invitations } from './migrations/0035-invitations.ts';
import { ownAlarms } from './migrations/0036-own-alarms.ts';
import { authenticatedAt } from './migrations/0037-authenticated-at.ts';
import { endedSessions } from './migrations/0038-ended-sessions.ts';
import { listedIndexes } from './migrations/0039-listed-indexes.ts';
import { tableNames } from './migrations/0040-table-names.ts';
import { lastBackupOfOrphans } from './migrations/0041-last-backup-of-orphans.ts';
import { causes } from './migrations/0042-causes.ts';

type Engine = Store['engine'];
type Migration = { name: string; up(db: Kysely<Tables>, engine: Engine): Promise<void> };
const migrations: readonly Migration[] = [
  { name: '0001-first', up: first },
  { name: '0002-backups-once', up: backupsOnce },
  { name: '0003-nouns', up: nouns },
  { name: '0004-tokens', up: tokens },
  { name: '0005-oidc', up: oidc },
  { name: '0006-passkeys', up: passkeys },
  { name: '0007-activity', up: activity },
  { name: '0008-nodes', up: nodes },
  { name: '0009-lists', up: lists },
  { name: '0010-unreached', up: unreached },
  { name: '0011-runs', up: runs },
  { name: '0012-keyprints', up: keyprints },
  { name: '0013-share-name', up: shareName },
  { name: '0014-covers', up: covers },
  { name: '0015-orders', up: orders },
  { name: '0016-depths', up: depths },
  { name: '0017-nothing-first', up: nothingFirst },
  { name: '0018-run-lines', up: runLines },
  { name: '0019-following', up: following },
  { name: '0020-fewer-indexes', up: fewerIndexes },
  { name: '0021-edited-at', up: editedAt },
  { name: '0022-user-language', up: userLanguage },
  { name: '0023-shared-records', up: sharedRecords },
  { name: '0024-download-and-keys', up: downloadAndKeys },
  { name: '0025-presence', up: presence },
  { name: '0026-lapses', up: lapses },
  { name: '0027-device-sessions', up: deviceSessions },
  { name: '0028-organization-names', up: organizationNames },
  { name: '0029-own-zones', up: ownZones },
  { name: '0030-device-zones', up: deviceZones },
  { name: '0031-jobs', up: jobs },
  { name: '0032-alarm-events', up: alarmEvents },
  { name: '0033-rate-limits', up: rateLimits },
  { name: '0034-failed-sign-ins', up: failedSignIns },
  { name: '0035-invitations', up: invitations },
  { name: '0036-own-alarms', up: ownAlarms },
  { name: '0037-authenticated-at', up: authenticatedAt },
  { name: '0038-ended-sessions', up: endedSessions },
  { name: '0039-listed-indexes', up: listedIndexes },
  { name: '0040-table-names', up: tableNames },
  { name: '0041-last-backup-of-orphans', up: lastBackupOfOrphans },
  { name: '0042-causes', up: causes },
];
/** Any number will do, as long as every node of every version takes the same one. */
const LOCK = 718_244_001;

/** Applies what is missing, all in one transaction. A database newer than this program is refused. */
export async function migrate(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    await sql`create table if not exists migration (name varchar(100) primary key, "appliedAt" varchar(30) not null)`.execute(
      trx,
    );
    const applied = new Set(
      (await trx.selectFrom('migration').select('name').execute()).map((row) => String(row.name)),
    );
    for (const name of applied) {
      if (!migrations.some((one) => one.name === name))
        throw new Error(
          `The database knows the migration ${name}, which this version does not: it was written by a newer Backwatch.`,
        );
    }
    for (const { name, up } of migrations) {
      if (applied.has(name)) continue;
      await up(trx, engine);
      await trx.insertInto('migration').values({ name, appliedAt: new Date().toISOString() }).execute();
    }
  });
}
