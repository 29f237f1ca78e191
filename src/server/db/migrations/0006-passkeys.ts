// Passkeys, and the challenges that a device signs to prove that it has one.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';
import { columns, stamps, type Columns } from './0001-first.ts';

const tables: Record<string, Columns> = {
  passkey: {
    user: 'text>user!',
    credentialId: 'text',
    publicKey: 'text',
    // 32 bits without a sign: more than PostgreSQL's integer holds.
    counter: 'big',
    transports: 'text',
    name: 'text',
    backedUp: 'int',
    lastUsedAt: 'at?',
    ...stamps,
  },
  // The id is the challenge itself; without a user it is anybody's sign-in.
  challenge: { user: 'text?>user!', origin: 'text', expiresAt: 'at', ...stamps },
};

const indexes: [table: string, key: string, unique: boolean][] = [
  ['passkey', 'credentialId', true],
  ['passkey', 'user', false],
  ['challenge', 'user', false],
  ['challenge', 'expiresAt', false],
];

export async function passkeys(db: Kysely<Tables>): Promise<void> {
  for (const [name, spec] of Object.entries(tables)) await columns(db.schema.createTable(name), spec).execute();
  for (const [table, key, unique] of indexes) {
    const index = db.schema.createIndex(`${table}_${key}_${unique ? 'unique' : 'index'}`);
    await (unique ? index.unique() : index).on(table).column(key).execute();
  }
}
