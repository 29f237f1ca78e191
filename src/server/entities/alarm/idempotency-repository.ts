// The table of idempotency keys: the answer of each command that was executed, so that a repeat answers the same.
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Json } from '#server/query/columns.ts';
import { parseJson, toJson } from '#server/query/columns.ts';

type Answer = { outcome: 'done' | 'already'; by: string | null };

/** Returns the answer of the command that was executed under a key. */
export async function answerUnder({ unscopedDb }: Unit, key: string): Promise<Answer | null> {
  const row = await unscopedDb.selectFrom('idempotency_key').select('answer').where('id', '=', key).executeTakeFirst();
  return row ? parseJson(row.answer) : null;
}

/** Stores the answer to a user's command under its key. */
export async function storeAnswer({ unscopedDb, now }: Unit, key: string, user: string, { outcome, by }: Answer) {
  const answer: Json<Answer> = toJson({ outcome, by });
  await unscopedDb
    .insertInto('idempotency_key')
    .values({ id: key, user, answer, createdAt: now, updatedAt: now })
    .execute();
}

/** Deletes the answers of commands before that instant. */
export const forgetAnswers = ({ unscopedDb }: Unit, before: string) =>
  unscopedDb.deleteFrom('idempotency_key').where('createdAt', '<', before).executeTakeFirst();
