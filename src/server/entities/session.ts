// One's own sessions: where one is signed in, and ending one of them.
import { asPerson, house } from '#server/kernel/actor.ts';
import type { Handlers } from '#server/kernel/dispatch.ts';
import { notFound } from '#server/kernel/refusal.ts';
import type { Table } from '#server/kernel/unit.ts';
import { agentName } from './agent-name.ts';
import { columns } from './tables.ts';

export const sessionTable: Table = {
  noun: 'session',
  columns: columns.session,
  organization: null,
  records: ({ actor }, rows) =>
    Promise.resolve(
      rows.map((row) => ({
        ...row,
        device: agentName(String(row['agent'])),
        current: actor.kind === 'person' && actor.sessionId === row['id'],
      })),
    ),
};

export const sessionHandlers: Handlers[string] = {
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
      const row = await unit.find('session', String(id));
      if (row?.['user'] !== person.id) throw notFound();
      const current = person.sessionId === id;
      if (current) context.answer.sessionId = null;
      return { ...(await unit.remove('session', String(id))), current };
    }, house);
  },
};
