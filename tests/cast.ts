// The cast: who there is in every world, what they own, and how each of them speaks to the server.
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/index.ts';
import { hashed } from '#server/entities/account/password.ts';
import { permissions } from '#server/entities/user/permission.ts';
import { makeAdministrator } from '#server/entities/session/auth.ts';
import { insertSession } from '#server/entities/session/session-repository.ts';
import { userDefaults } from '#server/entities/user/defaults.ts';
import { newSession } from '#server/auth/session.ts';
import { anyTables } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Running } from './world.ts';
import { Browser, Line, type Answer } from './test-clients.ts';
import { allTables } from '#tests/all-tables.ts';

export const PASSWORD = 'correct-horse-battery';
const passwordHash = hashed(PASSWORD);

/** Everything an engineer may do with what belongs to an organization. */
const OWNED = Object.values(contract)
  .filter(({ organization }) => organization !== null)
  .map(({ noun }) => String(noun));
const ENGINEER = permissions
  .filter(({ model, action }) => OWNED.includes(model) && action !== 'readAll')
  .map(({ model, action }) => ({ model, action }));

export interface Person {
  id: string;
  email: string;
  browser: Browser;
  /** HTTP below /api. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** A live socket of this person; closed with the world. */
  line(): Promise<Line>;
}

export interface Client {
  key: string;
  instance: string;
  ask: Person['ask'];
  line(): Promise<Line>;
}

/** Acme is bob's, Birch is dave's. */
export interface Place {
  organization: string;
  system: string;
  fileset: string;
  backup: string;
  alarm: string;
  userorg: string;
  scanresult: string;
  rpiclient: string;
  orphan: string;
  activity: string;
  /** Of this organization alone; nothing follows them. */
  schedule: string;
  retention: string;
}

export interface Cast {
  alice: Person;
  bob: Person;
  charlie: Person;
  dave: Person;
  /** A browser that nobody signed in on. */
  nobody: Person;
  /** Speaks for Acme. */
  rosie: Client;
  acme: Place;
  birch: Place;
  schedule: string;
  /** The group of bob and dave. */
  engineers: string;
  /** Signs a user in on a browser of its own. */
  signIn(user: string, email?: string): Promise<Person>;
  newUser(email: string, values?: Record<string, unknown>): Promise<string>;
  leave(): void;
}

/** The cast, made in an empty world. */
export async function castOf(running: Running): Promise<Cast> {
  const lines: Line[] = [];
  const hands = handsOf(running, lines);
  const { signIn, newUser } = hands;
  const hash = await passwordHash;
  const first = { email: 'alice@example.com', passwordHash: hash, firstName: 'Alice', lastName: 'Adams' };
  const user = await running.server.jobContext.write((unit) => makeAdministrator(unit, first));
  const alice = await signIn(user, first.email);
  const schedule = await made(alice, '/schedule', { name: 'Nightly', alarmAfter: 2 });
  const [acme, birch] = [
    await placeOf(running, alice, schedule, 'Acme'),
    await placeOf(running, alice, schedule, 'Birch'),
  ];
  const engineers = await made(alice, '/group', { name: 'Engineers', permissions: ENGINEER });
  const engineer = async (email: string, place: Place) => {
    const id = await newUser(email);
    await made(alice, '/usergroup', { user: id, group: engineers });
    place.userorg = await made(alice, '/userorg', { user: id, organization: place.organization });
    return signIn(id, email);
  };
  const bob = await engineer('bob@example.com', acme);
  const dave = await engineer('dave@example.com', birch);
  const charlie = await signIn(await newUser('charlie@example.com'), 'charlie@example.com');
  const nobody = strangerOf(running, lines);
  const rosie = await clientOf(running, alice, lines, acme);
  await running.settle();
  return { alice, bob, charlie, dave, nobody, rosie, acme, birch, schedule, engineers, ...hands };
}

const PEOPLE = ['alice', 'bob', 'charlie', 'dave'] as const;
type SavedPerson = Pick<Person, 'id' | 'email'> & { cookies: [string, string][] };

/** A cast without its server: what it takes to meet it again in a copy of its world. */
export interface SavedCast extends Pick<Cast, 'acme' | 'birch' | 'schedule' | 'engineers'> {
  people: Record<(typeof PEOPLE)[number], SavedPerson>;
  key: string;
}

export function saveCast(cast: Cast): SavedCast {
  const { acme, birch, schedule, engineers } = cast;
  const saved = PEOPLE.map((name) => {
    const { id, email, browser } = cast[name];
    return [name, { id, email, cookies: [...browser.cookies] }] as const;
  });
  const people = Object.fromEntries(saved) as SavedCast['people'];
  return structuredClone({ acme, birch, schedule, engineers, people, key: cast.rosie.key });
}

/** The cast that a copied world has in it already. */
export function restoreCast(running: Running, saved: SavedCast): Cast {
  const lines: Line[] = [];
  const { people, key, ...places } = structuredClone(saved);
  const again = ({ id, email, cookies }: SavedPerson): Person => {
    const browser = new Browser(running.origin);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    return speaker(id, email, browser, lines);
  };
  const { alice, bob, charlie, dave } = people;
  return {
    ...places,
    alice: again(alice),
    bob: again(bob),
    charlie: again(charlie),
    dave: again(dave),
    nobody: strangerOf(running, lines),
    rosie: clientWith(running, lines, key),
    ...handsOf(running, lines),
  };
}

const handsOf = (running: Running, lines: Line[]): Pick<Cast, 'signIn' | 'newUser' | 'leave'> => ({
  signIn: (user, email = '') => personOf(running, lines, user, email),
  newUser: (email, values = {}) => insertUser(running, email, values),
  leave: () => lines.forEach((line) => line.close()),
});

async function made(by: Person, path: string, body: unknown): Promise<string> {
  const answer = await by.ask('POST', path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return String(answer.body.id);
}

function strangerOf({ origin }: Running, lines: Line[]): Person {
  return speaker('', '', new Browser(origin), lines);
}

function speaker(id: string, email: string, browser: Browser, lines: Line[]): Person {
  const line = async () => {
    const opened = await Line.open(browser.origin, browser.cookies.size > 0 ? { cookie: browser.cookie } : {});
    lines.push(opened);
    return opened;
  };
  const ask: Person['ask'] = (method, path, body, headers) => browser.ask(method, `/api${path}`, body, headers);
  return { id, email, browser, ask, line };
}

async function personOf(
  { server, origin, clock }: Running,
  lines: Line[],
  user: string,
  email: string,
): Promise<Person> {
  const session = newSession(clock.now());
  await server.jobContext.write((unit) =>
    insertSession(unit, { ...session.row, user, agent: 'test', ip: '127.0.0.1' }),
  );
  const browser = new Browser(origin);
  browser.cookies.set('bw_session', session.id);
  await browser.ask('GET', '/api/auth/check-user');
  return speaker(user, email, browser, lines);
}

async function insertUser({ server }: Running, email: string, values: Record<string, unknown>): Promise<string> {
  const name = email.split('@')[0] ?? '';
  const hash = await passwordHash;
  const row = await server.jobContext.write((unit: Unit) =>
    unit.insert('user', {
      ...userDefaults,
      email,
      passwordHash: hash,
      firstName: `${name[0]?.toUpperCase()}${name.slice(1)}`,
      ...values,
    }),
  );
  return String(row['id']);
}

/** Records that only the server makes: a scan, a Raspberry Pi, and orphans. */
function leftovers({ jobContext }: Running['server'], name: string, organization: string, system: string) {
  const gone = {
    model: 'system',
    organization,
    count: 0,
    size: 0,
    lastBackup: null,
    clientVersion: null,
    ip: null,
    lastConnection: null,
  };
  return jobContext.write(async (unit) => {
    const insert = async (noun: string, values: object) => String((await unit.insert(noun, { ...values }))['id']);
    const asked = { method: 'manual', status: 'done', searchConfig: {}, result: null, meta: {} };
    const seen = { name: `${name} Pi`, ip: null, lastConnection: null, version: null };
    const orphan = await insert('orphan', { ...gone, kind: 'system', gone: randomUUID(), name: `${name} old` });
    await insert('orphan', { ...gone, kind: 'client', gone: randomUUID(), name: `${name} old client` });
    return {
      scanresult: await insert('scanresult', { ...asked, system, organization }),
      rpiclient: await insert('rpiclient', { ...seen, macAddress: `mac of ${name}`, system: null, organization }),
      orphan,
    };
  });
}

/** Of the clients of Acme and of Birch: the first report claims the key. */
const INSTANCE = 'rosie';

/** An organization with a system whose last run failed, so that it has an alarm; with a fileset and a backup. */
async function placeOf(
  { server, clock, origin }: Running,
  alice: Person,
  schedule: string,
  name: string,
): Promise<Place> {
  const organization = await made(alice, '/organization', { name, timeZone: 'Europe/Berlin', phone: '+49 30 1' });
  const own = {
    schedule: await made(alice, '/schedule', { name: `${name} own`, organization }),
    retention: await made(alice, '/retention', { name: `${name} own`, organization, days: 7 }),
  };
  const system = await made(alice, '/system', { name: `${name} files`, organization, schedule });
  const fileset = await made(alice, '/fileset', { system, glob: '*.zip', description: `${name} zips` });
  const key = String((await alice.ask('GET', `/organization/${organization}/get-client-key`)).body.key);
  const client = new Browser(origin, { authorization: `Bearer ${key}`, 'x-client-instance': INSTANCE });
  const report = (event: string, ago: number, more: object) =>
    client.ask('POST', '/api/client/report', { system, event, at: clock.in(-ago), ...more });
  await report('success', 7_200_000, { file: `${name}.zip`, size: 1000 });
  await report('failed', 3_600_000, { text: 'disk unreadable' });
  const find = (noun: string, key = 'system') =>
    server.jobContext.read(async (unit) => {
      const all = anyTables(allTables(unit)).selectFrom(noun).select('id').where(key, '=', system);
      return String((await all.executeTakeFirstOrThrow())['id']);
    });
  const left = await leftovers(server, name, organization, system);
  return {
    organization,
    system,
    fileset,
    backup: await find('backup'),
    alarm: await find('alarm'),
    activity: await find('activity', 'object'),
    userorg: '',
    ...own,
    ...left,
  };
}

async function clientOf(running: Running, alice: Person, lines: Line[], acme: Place): Promise<Client> {
  const { body } = await alice.ask('GET', `/organization/${acme.organization}/get-client-key`);
  return clientWith(running, lines, String(body.key));
}

function clientWith({ origin }: Running, lines: Line[], key: string): Client {
  const instance = INSTANCE;
  const line = async () => {
    const opened = await Line.open(origin, { key, instance });
    lines.push(opened);
    return opened;
  };
  const ask: Client['ask'] = (method, path, body, headers) =>
    new Browser(origin, { authorization: `Bearer ${key}`, 'x-client-instance': instance }).ask(
      method,
      `/api${path}`,
      body,
      headers,
    );
  return { key, instance, ask, line };
}
