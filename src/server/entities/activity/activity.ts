// Reading the activity, limited to the records that the reader may read. Only log.ts writes it.
import { contract } from '#contract/index.ts';
import { also, type Criteria, type Term } from '#contract/criteria.ts';
import { may } from '#contract/permissions.ts';
import { sql } from 'kysely';
import { asPerson } from '#server/pipeline/actor.ts';
import type { Handlers, Request } from '#server/pipeline/dispatch.ts';
import { forbidden, notFound } from '#server/pipeline/errors.ts';
import type { RecordFor } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { permissions } from '#server/entities/user/permission.ts';
import { references } from '#server/entities/reference.ts';
import type * as z from 'zod/mini';
import { json, nullable, text } from '#server/query/columns.ts';
import type { ActorKind, Changed, Done } from '#contract/activity.ts';
import { defineEntity, type DeclaredTable } from '#server/entities/define-entity.ts';

const columns = {
  id: text(),
  createdAt: text(),
  organization: nullable(text()),
  model: text(),
  object: text(),
  name: text(),
  action: text<Done>(),
  actor: nullable(text()),
  actorKind: text<z.output<typeof ActorKind>>(),
  actorName: text(),
  carrier: nullable(text<Request['carrier']>()),
  ip: nullable(text()),
  changed: json<Changed[]>(),
};

declare module '#server/db/engine.ts' {
  interface TableColumns {
    activity: typeof columns;
  }
  interface RepositoryNouns {
    activity: true;
  }
}

const table: DeclaredTable<'activity'> = {
  columns,
  indexed: [
    'organizationId',
    'organization',
    'model',
    'object',
    'name',
    'action',
    'carrier',
    'ip',
    'createdAt',
    'user',
  ],
  sorted: ['createdAt'],
  derived: {
    user: { kind: 'text', sql: () => sql.ref('activity.actor') },
    by: { kind: 'text', sql: () => sql.ref('activity.actorKind') },
  },
  organization: 'organization',
  async records(unit, rows) {
    const organization = await references(unit, 'organization', rows);
    return rows.map((row) => ({
      ...row,
      organization: organization(row),
      organizationId: row.organization,
      actor: { kind: row.actorKind, id: row.actor, name: row.actorName },
    }));
  },
};

/** Where an entry may be read: by those who may read its record. */
export interface EntryPlace {
  noun: string;
  /** Null for a record without one. */
  organization: string | null;
}

/**
 * The noun whose right to read opens the entries about records of a noun: a person's own things, which nobody reads by a
 * right, are the user's.
 */
export const readNoun = (noun: string): string => (permissions.some(({ id }) => id === `${noun}.read`) ? noun : 'user');

/**
 * Readers see the activity of the records that they may read. An entry names no organizations of a person: entries
 * about people are for those who see everybody.
 */
function readable(unit: Unit): Term {
  const { rights } = asPerson(unit.actor);
  const [everywhere, linked]: [string[], string[]] = [[], []];
  for (const { noun, organization } of Object.values(contract)) {
    const right = readNoun(noun);
    if (!may(rights, `${right}.read`)) continue;
    const onlyVisibleUsers = Boolean(unit.table(right).linked?.user);
    const all = (organization === null && !onlyVisibleUsers) || unit.scope(right, 'read') === 'all';
    (all ? everywhere : linked).push(noun);
  }
  // Readers of everything need no check of each row.
  if (everywhere.length === Object.keys(contract).length) return { all: [] };
  const ofModels = (value: string[]): Term => ({ attribute: 'model', operator: 'in', value });
  const own: Term = { attribute: 'organization', operator: 'in', value: [...rights.orgIds] };
  return { any: [ofModels(everywhere), { all: [ofModels(linked), own] }] };
}

function found(unit: Unit, criteria: Criteria): Promise<{ rows: RecordFor<'activity'>[]; total: number }> {
  const sort: Criteria['sort'] = criteria.sort.length > 0 ? criteria.sort : [{ attribute: 'id', direction: 'desc' }];
  return unit.list('activity', { ...also(criteria, readable(unit)), sort });
}

const byId = (id: string): Criteria => ({
  where: { attribute: 'id', operator: '=', value: id },
  sort: [],
  limit: 1,
  skip: 0,
  select: null,
  omit: [],
});

const handlers: Handlers['activity'] = {
  list: (context, _input, criteria) =>
    context.read((unit) => (criteria ? found(unit, criteria) : Promise.reject(forbidden()))),
  get: (context, { id }) =>
    context.read(async (unit) => (await found(unit, byId(id))).rows[0] ?? Promise.reject(notFound())),
};

export const activityEntity = defineEntity(contract.activity, { table, handlers: () => handlers });
