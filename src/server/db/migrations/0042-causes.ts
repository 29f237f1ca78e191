// Causes as codes with values. Texts of the past stay readable as the words of others.
import { sql, type Kysely } from 'kysely';
import type { Store, Tables } from '#server/db/engine.ts';

export async function causes(db: Kysely<Tables>, engine: Store['engine']): Promise<void> {
  await db.schema.alterTable('alarm').addColumn('cause', 'text').execute();
  for (const [table, column] of [
    ['delivery', 'detail'],
    ['device', 'lastError'],
  ] as const) {
    const old = sql.ref(column);
    const code = sql`case when ${old} = 'no longer needed' then 'unneeded' else 'other' end`;
    const fault =
      engine === 'postgres'
        ? sql`json_build_object('code', ${code}, 'status', null, 'text', ${old})::text`
        : sql`json_object('code', ${code}, 'status', null, 'text', ${old})`;
    await sql`update ${sql.table(table)} set ${old} = ${fault} where ${old} is not null`.execute(db);
  }
}
