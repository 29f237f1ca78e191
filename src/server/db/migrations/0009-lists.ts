// Lists of millions: an index for every order of backups, and the number of backups stored with each system.
import { sql, type Kysely } from 'kysely';
import type { Store, Tables } from '#server/db/engine.ts';

const INDEXES: [table: string, keys: string[]][] = [
  ['backup', ['organization', 'id']],
  ['backup', ['date']],
  ['backup', ['size']],
  ['backup', ['file']],
  // Nothing for most backups, or the same: what is alike lies together and costs little.
  ['backup', ['key']],
  ['backup', ['sha256']],
  ['backup', ['fileset']],
  ['system', ['organization', 'backups']],
  ['alarm', ['since']],
  ['delivery', ['user']],
  ['scanresult', ['method', 'id']],
];

export async function lists(db: Kysely<Tables>, engine: Store['engine']): Promise<void> {
  await db.schema
    .alterTable('system')
    .addColumn('backups', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update system set backups = (select count(*) from backup where backup.system = system.id)`.execute(db);
  await (engine === 'postgres' ? countOnPostgres(db) : countOnSqlite(db));
  await db.schema.dropIndex('system_organization_index').execute();
  for (const [table, keys] of INDEXES)
    await db.schema
      .createIndex(`${table}_${keys.join('_')}_index`)
      .on(table)
      .columns(keys)
      .execute();
}

// By the database itself: whoever adds or removes backups, and however many at once, cannot forget it.

async function countOnSqlite(db: Kysely<Tables>): Promise<void> {
  await sql`create trigger backup_added after insert on backup begin
    update system set backups = backups + 1 where id = new.system; end`.execute(db);
  await sql`create trigger backup_removed after delete on backup begin
    update system set backups = backups - 1 where id = old.system; end`.execute(db);
}

async function countOnPostgres(db: Kysely<Tables>): Promise<void> {
  await sql`create function count_backups() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then update system set backups = backups + 1 where id = new.system;
    else update system set backups = backups - 1 where id = old.system; end if;
    return null; end $$`.execute(db);
  await sql`create trigger backup_counted after insert or delete on backup
    for each row execute function count_backups()`.execute(db);
}
