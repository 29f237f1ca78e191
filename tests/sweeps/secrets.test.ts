// Every call of the contract, by every kind of caller, over both carriers: no answer, refusal, event or line of the log holds a
// secret, but for the few that a call is there to hand out, and then only to whoever may have it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  everyCall,
  makeOverHttp,
  makeOverSocket,
  sampleOf,
  type EventBus,
  type Declared,
  type Input,
  type Speaker,
} from '#tests/contract-calls.ts';
import { addPasskey } from '#tests/samples-passkeys.ts';
import { Passkey } from '#tests/authenticator.ts';
import { fresh, subscription } from '#tests/samples.ts';
import { Browser, Line, MINUTE, makeWorld, type Answer, type World } from '#tests/world.ts';
import {
  OPEN_COLUMNS,
  SECRET_COLUMNS,
  gatherSecrets,
  optionsWithSecrets,
  secretsIn,
  type Secrets,
} from './secrets-held.ts';
import { allTables } from '#tests/all-tables.ts';

const SHARE = { username: 'share-user-Jq4w', password: 'share-secret-Jq4w' };
const SOUNDS_SECRET =
  /hash|secret|seal|key|token|auth|p256|credential|print|endpoint|subject|state|session|subscription|password$/i;

/**
 * The secrets that a call returns, and to whom: of Acme, hence to alice and bob; addresses of uploads to its client
 * too.
 */
const HANDED_OUT: Record<string, { kind: string; to: string[] }> = {
  'organization.clientKey': { kind: 'client key', to: ['alice', 'bob'] },
  'organization.rotateKey': { kind: 'client key', to: ['alice', 'bob'] },
  'system.clientKey': { kind: 'client key', to: ['alice', 'bob'] },
  'system.rotateKey': { kind: 'client key', to: ['alice', 'bob'] },
  'organization.uploadKeys': { kind: 'signed address', to: ['alice', 'bob', 'rosie'] },
  'system.uploadKeys': { kind: 'signed address', to: ['alice', 'bob', 'rosie'] },
  'backup.downloadUrl': { kind: 'signed address', to: ['alice', 'bob'] },
  // The browser gets the passkeys of the person, so that it makes no second one.
  'passkey.begin': { kind: 'passkey.credentialId', to: ['alice', 'bob'] },
  'system.get': { kind: 'usernameSealed', to: ['alice', 'bob'] },
};
/** Nothing outside answers here, no client program is built, and the world has its administrator. */
const NEVER = ['auth.setUp', 'auth.oauth', 'auth.oauthLogin', 'client.makeExe', 'client.exeLink', 'server.copy'];

/** Testing push last: it uses up the limit of the samples of its neighbours, which goes by the real clock. */
const calls = everyCall.toSorted((a, b) => Number(a.id === 'push.test') - Number(b.id === 'push.test'));

interface Caller extends Speaker {
  name: string;
}

describe('secrets', () => {
  let world: World;
  let callers: Record<string, () => Promise<Caller>>;
  const watching: { name: string; line: Line }[] = [];
  const secrets: Secrets = new Map();
  const succeeded = new Set<string>();

  beforeAll(async () => {
    world = await makeWorld('sqlite', optionsWithSecrets());
    const { alice, bob, acme, birch } = world;
    await alice.ask('PATCH', `/system/${acme.system}`, SHARE);
    for (const person of [alice, bob]) {
      await person.ask('PUT', '/push/subscription', subscription(`phone-${person.id}`));
      await addPasskey(person, new Passkey(world.origin), 'Phone');
    }
    await alice.ask('POST', '/auth/send-reset-email', { email: bob.email });
    await fresh.alarm(world, 'secrets');
    const { key } = (await alice.ask('GET', `/system/${birch.system}/get-client-key`)).body;
    callers = callersOf(world, key);
    for (const [name, caller] of Object.entries(callers)) {
      const line = await (await caller()).line();
      watching.push({ name, line });
      await line.ask('GET', '/api/app/subscribe');
    }
    await world.settle();
    await gatherSecrets(world, secrets);
  });
  afterAll(() => world.close());

  /** Returns the secrets of an answer beyond those that were sent, and those that the call is there for. */
  function leaked({ id }: Declared, name: string, input: Input, { status, body }: Answer): string[] {
    const handed = HANDED_OUT[id];
    const isHanded = (kind: string) => status === 200 && handed?.kind === kind && handed.to.includes(name);
    const sent = JSON.stringify(input);
    const others = new Map([...secrets].filter(([value]) => !sent.includes(value)));
    return secretsIn(JSON.stringify(body) ?? '', others).filter((kind) => !isHanded(kind));
  }

  test('every column that sounds like one is known as a secret or as none', async () => {
    const tables = await world.server.jobContext.read((unit) => allTables(unit).introspection.getTables());
    const sounding = tables
      .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
      .filter((column) => SOUNDS_SECRET.test(column.split('.')[1] ?? ''));
    const known = Object.entries(SECRET_COLUMNS).flatMap(([table, columns]) =>
      columns.map((name) => `${table}.${name}`),
    );
    expect(sounding.filter((column) => ![...known, ...OPEN_COLUMNS].includes(column))).toEqual([]);
  });

  test('of every kind there is one', () => {
    const kinds = new Set(secrets.values());
    const expected = ['client key', 'usernameSealed', 'passwordSealed', 'token of a notification', 'token of a mail'];
    const columns = ['user.passwordHash', 'session.hash', 'device.auth', 'passkey.credentialId', 'token.hash'];
    expect([...kinds]).toEqual(expect.arrayContaining(['keys.json', ...expected, ...columns]));
  });

  test.each(calls)('$id', async (declared) => {
    const answers: [string, Input, Answer][] = [];
    let input: Input | null = null;
    for (const [name, make] of Object.entries(callers))
      for (const carrier of carriersOf(declared, name)) {
        input ??= await sampleOf(world, declared, `${declared.noun}${declared.name}${answers.length}`.toLowerCase());
        const answer = await answerTo(await make(), declared, carrier, input);
        answers.push([name, input, answer]);
        if (answer.status !== 200) continue;
        succeeded.add(declared.id);
        if (declared.call.changes && !declared.call.byToken) input = null;
      }
    await gatherSecrets(world, secrets);
    const found = answers.flatMap(([name, ...of]) => leaked(declared, name, ...of).map((kind) => `${name}: ${kind}`));
    expect(found).toEqual([]);
  });

  test('most calls were not only refused', () => {
    expect(everyCall.map(({ id }) => id).filter((id) => !succeeded.has(id))).toEqual(NEVER);
  });

  test('no event told of one', async () => {
    world.clock.advance(20 * MINUTE);
    await world.settle();
    await gatherSecrets(world, secrets);
    for (const { name, line } of watching)
      expect([name, secretsIn(JSON.stringify(await line.caughtUp()), secrets)]).toEqual([name, []]);
  });

  test('neither did the log', () => {
    expect(world.log.lines.flatMap((line) => secretsIn(line, secrets).map((kind) => `${kind}: ${line}`))).toEqual([]);
  });
});

const callersOf = (world: World, systemKey: string): Record<string, () => Promise<Caller>> => {
  const person = (name: 'alice' | 'bob' | 'charlie' | 'dave') => async () => ({
    ...(await world.signIn(world[name].id)),
    name,
  });
  const nobody = async () => {
    const browser = new Browser(world.origin);
    await browser.ask('GET', '/api/auth/check-user');
    const ask: Speaker['ask'] = (method, path, body, headers) => browser.ask(method, `/api${path}`, body, headers);
    return { name: 'nobody', ask, line: () => Line.open(world.origin, { cookie: browser.cookie }) };
  };
  const instance = 'rosie';
  const client = new Browser(world.origin, { authorization: `Bearer ${systemKey}`, 'x-client-instance': instance });
  return {
    nobody,
    charlie: person('charlie'),
    dave: person('dave'),
    bob: person('bob'),
    alice: person('alice'),
    rosie: async () => ({ name: 'rosie', ask: world.rosie.ask, line: world.rosie.line }),
    'a client of Birch': async () => ({
      name: 'a client of Birch',
      ask: (method, path, body, headers) => client.ask(method, `/api${path}`, body, headers),
      line: () => Line.open(world.origin, { key: systemKey, instance }),
    }),
  };
};

/** Refused callers ask over both transports; those for whom a sample is made anew over one each. */
function carriersOf({ call }: Declared, name: string): EventBus[] {
  if (call.carrier !== 'any' || name === 'bob') return ['socket'];
  return name === 'alice' || name === 'rosie' ? ['http'] : ['http', 'socket'];
}

/** Over a socket of its own: some calls end it. */
async function answerTo(caller: Caller, declared: Declared, carrier: EventBus, input: Input): Promise<Answer> {
  if (carrier === 'http') return makeOverHttp(caller, declared, input);
  const line = await caller.line();
  const answer = await makeOverSocket(line, declared, input);
  line.close();
  return answer;
}
