// One's own sessions: where one is signed in, and ending one of them.
import { contract } from '#contract/index.ts';
import { sql } from 'kysely';
import { asPerson, internalActor } from '#server/pipeline/actor.ts';
import type { Handlers } from '#server/pipeline/dispatch.ts';
import { notFound } from '#server/pipeline/errors.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { browserIn, systemIn } from '#contract/user-agent.ts';
import { endSession } from './end-session.ts';
import type { RowOf } from '#server/db/engine.ts';
import { nullable, optional, stamps, text } from '#server/query/columns.ts';
import { defineEntity, type DeclaredTable } from '#server/entities/define-entity.ts';

/** Names without words of a language. A program that is no browser has the name that it gives itself, without its version. */
function agentName(agent: string): string {
  const program = browserIn(agent) ?? /^[\w.-]+/.exec(agent)?.[0] ?? 'HTTP';
  const system = systemIn(agent);
  return system ? `${program}, ${system}` : program;
}

const columns = {
  ...stamps,
  hash: text(),
  user: text(),
  expiresAt: text(),
  lastSeenAt: text(),
  agent: text(),
  ip: text(),
  signOn: optional(nullable(text())),
  authenticatedAt: optional(nullable(text())),
};

declare module '#server/db/engine.ts' {
  interface TableColumns {
    session: typeof columns;
  }
  interface RepositoryNouns {
    session: true;
  }
}

const table: DeclaredTable<'session'> = {
  columns,
  activity: { nameOf: ({ device }) => String(device) },
  organization: null,
  async records(unit, rows) {
    const { actor } = unit;
    const devices = await countDevices(unit, rows);
    return rows.map((row) => ({
      ...row,
      device: agentName(row.agent),
      devices: devices.get(row.id) ?? 0,
      current: actor.kind === 'person' && actor.sessionId === row.id,
    }));
  },
};

/** Returns the number of devices by session. */
async function countDevices(unit: Unit, sessions: readonly RowOf<'session'>[]): Promise<Map<string | null, number>> {
  if (sessions.length === 0) return new Map();
  const ids = sessions.map(({ id }) => id);
  const total = sql<number>`count(*)`.as('total');
  const devices = unit
    .asInternal()
    .select('device')
    .select(['session', total])
    .where('session', 'in', ids)
    .groupBy('session');
  return new Map((await devices.execute()).map(({ session, total: count }) => [session, count]));
}

const handlers = (services: Services): Handlers['session'] => ({
  list: (context, _input, criteria) => {
    const person = asPerson(context.actor);
    return context.read((unit) => {
      if (!criteria) throw notFound();
      const own = { attribute: 'user', operator: '=', value: person.id } as const;
      const alive = { attribute: 'expiresAt', operator: '>', value: unit.now } as const;
      return unit.list('session', { ...criteria, where: { all: [own, alive, criteria.where] } });
    });
  },
  destroy: (context, { id }) => {
    const person = asPerson(context.actor);
    return context.write(async (unit) => {
      const row = await unit.find('session', id);
      if (row?.user !== person.id) throw notFound();
      const current = person.sessionId === id;
      if (current) context.answer.sessionId = null;
      return { ...(await endSession(unit, services, row, current)), current };
    }, internalActor);
  },
});

export const sessionEntity = defineEntity(contract.session, { table, handlers });
