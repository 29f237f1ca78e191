// Every call of the contract, by whoever may do much elsewhere, with ids of Acme wherever an id fits: nothing of Acme comes out, and
// nothing there changes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyTables } from '#server/db/engine.ts';
import { everyCall, makeOverHttp, makeOverSocket, type Declared, type Input } from '#tests/contract-calls.ts';
import { Browser, Line, databases, makeWorld, type Answer, type World } from '#tests/world.ts';
import { shapeOf, type Shape } from './hostile.ts';
import { allTables } from '#tests/all-tables.ts';

/** They end the session that asks, or are about one. */
const OF_SESSIONS = ['auth.login', 'auth.logout', 'auth.oauthLogout', 'auth.setUp'];
const calls = everyCall.filter(({ id }) => !OF_SESSIONS.includes(id));

describe.each(databases)('ids of Acme in every call, on %s,', (engine) => {
  let world: World;
  let ids: Record<string, unknown>;
  let before: string;
  const callers: { name: string; http: Browser; line: Line }[] = [];
  beforeAll(async () => {
    world = await makeWorld(engine);
    const { acme, birch, dave, bob, alice, charlie, nobody } = world;
    const groups = (await alice.ask('GET', '/group')).body as { id: string; name: string }[];
    const group = (name: string) => groups.find((one) => one.name === name)?.id;
    await alice.ask('POST', '/usergroup', { user: dave.id, group: group('Organization administrators') });
    const { key } = (await alice.ask('GET', `/organization/${birch.organization}/get-client-key`)).body;
    const own = await bob.ask('PUT', '/push/subscription', sampleSubscription);
    ids = {
      ...acme,
      user: bob.id,
      from: bob.id,
      group: group('Administrators'),
      usergroup: (await alice.ask('GET', `/usergroup?user=${bob.id}`)).body[0].id,
      session: (await bob.ask('GET', '/session')).body[0].id,
      device: own.body.id,
      organizations: [acme.organization],
      ids: [acme.system],
    };
    const open = async (name: string, http: Browser, line: Promise<Line>) =>
      callers.push({ name, http, line: await line });
    await open('nobody', nobody.browser, nobody.line());
    await open('charlie', charlie.browser, charlie.line());
    await open('dave', dave.browser, dave.line());
    const instance = 'rosie';
    const client = new Browser(world.origin, { authorization: `Bearer ${key}`, 'x-client-instance': instance });
    await open('the client of Birch', client, Line.open(world.origin, { key, instance }));
    for (const { line } of callers) await line.ask('GET', '/api/app/subscribe');
    before = await state();
  });
  afterAll(async () => {
    callers.at(-1)?.line.close();
    await world.close();
  });

  /** All rows of Acme, as the database has them. */
  const state = () =>
    world.server.jobContext.read(async (unit) => {
      const db = allTables(unit);
      const of = (noun: string, column: string, id: string) =>
        anyTables(db).selectFrom(noun).selectAll().where(column, '=', id).orderBy('id').execute();
      const { organization } = world.acme;
      const nouns = [
        'system',
        'fileset',
        'backup',
        'alarm',
        'userorg',
        'scanresult',
        'rpiclient',
        'orphan',
        'schedule',
        'retention',
      ];
      const rows = [];
      for (const noun of nouns) rows.push(await of(noun, 'organization', organization));
      rows.push(await of('organization', 'id', organization), await of('user', 'id', world.bob.id));
      rows.push(await of('usergroup', 'user', world.bob.id), await of('device', 'user', world.bob.id));
      return JSON.stringify(rows);
    });

  function valueOf(noun: string, name: string, shape: Shape): unknown {
    const [of = shape] = (shape.anyOf ?? [shape]).filter(({ type }) => type !== 'null');
    if (name === 'id') return ids[noun] ?? world.acme.system;
    if (name in ids) return ids[name];
    if (of.const !== undefined) return of.const;
    if (of.enum) return of.enum[0];
    if (of.format === 'uuid') return world.acme.system;
    if (of.format === 'date-time') return world.clock.in(name === 'until' ? 3_600_000 : -1000);
    if (of.format === 'email') return 'new@example.com';
    if (of.type === 'boolean') return true;
    if (of.type === 'number' || of.type === 'integer') return of.minimum ?? 1;
    if (of.type === 'array') return [];
    if (of.type === 'object') return {};
    return 'x'.repeat(of.minLength ?? 1);
  }

  function inputsOf({ call, noun }: Declared): Input[] {
    const { properties } = shapeOf(call);
    const all = Object.entries(properties).map(([name, shape]) => [name, valueOf(noun, name, shape)] as const);
    const whole = Object.fromEntries(all);
    const ofPath = Object.fromEntries(all.filter(([name]) => call.path.includes(`:${name}`)));
    const named = Object.fromEntries(all.filter(([name]) => name in ids || name === 'id'));
    if (!call.list) return [whole, named, { ...ofPath, populate: 'organization' }];
    const { organization, system } = ids;
    return [
      ofPath,
      { ...ofPath, where: JSON.stringify({ id: ids[noun] ?? system }) },
      ...[{ organization }, { system }, { user: ids['user'] }].map((filter) => ({ ...ofPath, ...filter })),
      ...['organization', 'user', 'system', 'group'].map((populate) => ({ ...ofPath, populate })),
    ];
  }

  test.each(calls)('$id', async (declared) => {
    for (const { name, http, line } of callers) {
      const speaker = {
        ask: (method: string, path: string, body?: unknown) => http.ask(method, `/api${path}`, body),
        line: async () => line,
      };
      for (const input of inputsOf(declared)) {
        const answers: Answer[] = [await makeOverSocket(line, declared, input)];
        if (declared.call.carrier === 'any') answers.push(await makeOverHttp(speaker, declared, input));
        for (const { status, body } of answers) {
          expect([name, input, status < 500]).toEqual([name, input, true]);
          expect([name, input, /Acme|bob@/.exec(JSON.stringify(body) ?? '')]).toEqual([name, input, null]);
        }
      }
    }
  });

  test('nothing of Acme changed, no event told of it, and nothing of this was a failure of the server', async () => {
    await world.settle();
    expect(await state()).toBe(before);
    for (const { name, line } of callers) {
      const received = JSON.stringify(await line.caughtUp());
      expect([name, received.includes('Acme'), received.includes(world.acme.organization)]).toEqual([
        name,
        false,
        false,
      ]);
    }
    expect(world.log.failures).toEqual([]);
  });
});

const sampleSubscription = {
  endpoint: 'https://push.example.com/bobs-phone',
  keys: {
    p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    auth: 'tBHItJI5svbpez7KI4CCXg',
  },
  installId: 'bobs-phone',
  name: 'Phone',
};
