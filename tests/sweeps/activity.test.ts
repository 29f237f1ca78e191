// Every call that changes something leaves its entry in the activity, and just one of the record that it answers; or it is named here.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyCall, makeOverHttp, sampleOf, type Declared, type Input } from '#tests/contract-calls.ts';
import { connected } from '#tests/samples-nouns.ts';
import { databases, makeWorld, type Person, type World } from '#tests/world.ts';

const DONE: Record<string, string> = { create: 'created', update: 'updated', destroy: 'destroyed' };

/** A new call that leaves no entry is a decision: it is written down here. */
const SILENT = {
  'alarm.markRead': 'stands in the history of the alarm',
  'auth.checkEmail': 'a link is mailed; what it does is told when it is used',
  'auth.oauth': 'is refused where there is no provider; who comes in is told',
  'auth.oauthLogin': 'is refused where there is no provider; who comes in is told',
  'auth.sendResetEmail': 'a link is mailed; what it does is told when it is used',
  'auth.setUp': 'is refused in a world that has an administrator',
  'client.hello': 'of a client that is known: the claim of the key was told',
  'client.makeExe': 'is refused where there is no client program',
  'client.report': 'data',
  'passkey.begin': 'gives a challenge; what answers it is told',
  'passkey.beginSignIn': 'gives a challenge; who comes in is told',
  'organization.uploadKeys': 'a file is to come; the backup that it becomes is told',
  'push.check': 'changes nothing',
  'push.rang': 'how far a push got is data',
  'push.receipt': 'how far a push got is data',
  'push.test': 'changes nothing',
  'server.copy': 'changes no record, and is refused where the database is no file',
  'server.test': 'changes no record',
  'system.purge': 'is worked out anew, not decided',
  'system.rescanAlarm': 'is worked out anew, not decided',
  'system.rescanAlarms': 'is worked out anew, not decided',
  'system.uploadKeys': 'a file is to come; the backup that it becomes is told',
  'user.sendLink': 'a link is mailed; what it does is told when it is used',
} as const;

/** Records that must exist before, so that the call changes something. */
const BEFORE: Record<string, (world: World, input: Input) => Promise<unknown>> = {
  'alarm.release': ({ alice }, { id }) => alice.ask('POST', `/alarm/${String(id)}/acknowledge`, {}),
  'group.revoke': ({ alice }, input) => alice.ask('POST', '/grouppermission', input),
};

const changing = everyCall.filter(({ call }) => call.changes);
const isSilent = ({ id }: Declared): boolean => id in SILENT;

test('every call that is named as silent is there', () => {
  expect(changing.filter(isSilent).map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(SILENT)));
});

describe.each(databases)('the activity of every call, on %s,', (engine) => {
  let world: World;
  let made = 0;
  beforeAll(async () => {
    world = await makeWorld(engine);
    await connected(world);
  });
  afterAll(() => world.close());

  /** The answer of the call, and the entries that it wrote. */
  async function leaves(declared: Declared) {
    const input = await sampleOf(world, declared, `act${(made += 1)}`);
    await BEFORE[declared.id]?.(world, input);
    // Some calls end the session that makes them.
    const person: Person = await world.signIn(world.alice.id);
    await world.settle();
    world.clock.advance(1000);
    const by = declared.call.may === 'client' ? world.rosie : person;
    const answer = await makeOverHttp(by, declared, input);
    const { body } = await world.alice.ask('GET', `/activity?createdAt=${world.clock.now()}`);
    return { answer, entries: body as any[] };
  }

  test.each(changing.filter((declared) => !isSilent(declared)))('$id is told', async (declared) => {
    const { answer, entries } = await leaves(declared);
    expect([answer.status, entries.length > 0]).toEqual([200, true]);
    for (const entry of entries)
      expect(entry).toMatchObject({ carrier: 'http', ip: '127.0.0.1', actor: { kind: 'user' } });
    const named = entries.map(({ actor }) => actor.name);
    expect(named.filter((name) => name === '')).toEqual([]);
    if (!(declared.name in DONE)) return;
    const own = entries.filter(({ object }) => object === answer.body.id);
    expect(own.map(({ model, action }) => [model, action])).toEqual([[declared.noun, DONE[declared.name]]]);
    expect(own[0].name).not.toBe('');
  });

  test.each(changing.filter(isSilent))('$id is not told', async (declared) => {
    expect((await leaves(declared)).entries).toEqual([]);
  });

  test('nothing of all this was a failure of the server', () => {
    expect(world.log.failures).toEqual([]);
  });
});
