// The first version of a noun in the contract and on the server: a name is its only attribute.
import type { NounNames } from './names.ts';

export const contractFile = ({ one, One, many }: NounNames): string => `// The noun ${one}.
import * as z from 'zod/mini';
import { Id, Instant, crud, entity, name } from './define.ts';

/** A ${one}, as every reader receives it. */
export const ${One} = z.object({
  id: Id,
  name: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  editedAt: Instant,
});

const writes = z.object({ name: name() });

/** The calls of ${many}. */
export const ${one} = entity('${one}', {
  record: ${One},
  organization: null,
  navigation: { path: '/admin/${many}', section: 'fleet' },
  presets: { viewer: ['read'], onCall: ['read'] },
  calls: crud('${one}', ${One}, writes),
});
`;

export const serverFile = ({ one, Many }: NounNames): string => `// ${Many}: rows and rules.
import { contract } from '#contract/index.ts';
import { edited, text } from '#server/query/columns.ts';
import { defineEntity } from './define-entity.ts';

const columns = { ...edited, name: text() };

declare module '#server/db/engine.ts' {
  interface TableColumns {
    ${one}: typeof columns;
  }
}

export const ${one}Entity = defineEntity(contract.${one}, {
  table: {
    columns,
    indexed: ['name'],
    sorted: ['name'],
    organization: null,
    records: (_unit, rows) => Promise.resolve([...rows]),
  },
  rules: () => ({
    beforeCreate: (_unit, values) => values,
    beforeUpdate: (_unit, _row, values) => values,
  }),
});
`;

export const migrationFile = ({ one, many }: NounNames): string => `// The table of ${many}.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';
import { columns, stamps } from './0001-first.ts';

export async function ${many}(db: Kysely<Tables>): Promise<void> {
  const spec = { name: 'text', editedAt: 'at', editedBy: 'text?', ...stamps };
  await columns(db.schema.createTable('${one}'), spec).execute();
  await db.schema.createIndex('${one}_name_index').on('${one}').column('name').execute();
}
`;
