// Fills an empty database with the demonstration fleet: one transaction, through the same handlers and rules as everybody.
import type * as z from 'zod/mini';
import type { Call, InputOf, ObjectSchema } from '#contract/define.ts';
import { contract, type Contract } from '#contract/index.ts';
import { firstGroups } from '#server/entities/default-records.ts';
import { hashed } from '#server/entities/account/password.ts';
import { deleteMail, mailIds } from '#server/entities/mail-repository.ts';
import { entities } from '#server/registry.ts';
import type { JobContext } from '#server/jobs/context.ts';
import { internalActor } from '#server/pipeline/actor.ts';
import type { Context, Request } from '#server/pipeline/dispatch.ts';
import { mac } from '#server/auth/crypto.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { before } from './history.ts';
import { organizations, people, pis, retentions, schedules, type Scenario, type OrganizationPlan } from './plan.ts';
import { settlePresent } from './seed-current-state.ts';
import { addScans } from './scans.ts';
import { addSystem } from './systems.ts';

const DAY = 24 * 60;
const YEAR = 365 * DAY;

type Made = 'organization' | 'schedule' | 'retention' | 'system' | 'fileset' | 'user';
/** By noun: makes one record as a person's call would, as of a moment that may be long past, and returns its id. */
export type Make = {
  [N in Made]: (at: string, values: InputOf<Contract[N]['calls']['create']>) => Promise<string>;
};
export interface SeedContext {
  jobContext: JobContext;
  unit: Unit;
  /** A unit in the same transaction, whose present is `at`. */
  asOf(at: string): Unit;
  make: Make;
  /** Ids by name. */
  schedules: Map<string, string>;
  retentions: Map<string, string>;
  /** The people on call and the organizations they are linked to, in the order of the plan. */
  onCall: { id: string; owners: string[] }[];
  systems: { id: string; scenario: Scenario }[];
}

/** The password of a demonstration login: made from the installation's own secret, so that it is nowhere else to be found. */
export const passwordOf = ({ services }: JobContext, email: string): string =>
  mac(services.secrets.sign, `demo:${email}`).slice(0, 14);

/** True when it filled; false when there are organizations or systems already, which it then leaves as they are. */
export async function fillDemo(jobContext: JobContext): Promise<boolean> {
  // Hashing takes long and would hold the transaction.
  const hashes = await Promise.all(people.map(({ email }) => hashed(passwordOf(jobContext, email))));
  return jobContext.write(async (unit) => {
    for (const noun of ['organization', 'system'] as const)
      if (await unit.select(noun).select('id').limit(1).executeTakeFirst()) return false;
    const seedContext = seedContextOf(jobContext, unit);
    const { make } = seedContext;
    for (const [name, values] of Object.entries(schedules))
      seedContext.schedules.set(
        name,
        await sharedOf(seedContext, 'schedule', name, (at) => make.schedule(at, { name, ...values })),
      );
    for (const [name, values] of Object.entries(retentions))
      seedContext.retentions.set(
        name,
        await sharedOf(seedContext, 'retention', name, (at) => make.retention(at, { name, ...values })),
      );
    const owners: { id: string; plan: OrganizationPlan }[] = [];
    for (const plan of organizations) owners.push({ id: await addOrganization(seedContext, plan), plan });
    await addPeople(
      seedContext,
      owners.map(({ id }) => id),
      hashes,
    );
    for (const { id, plan } of owners)
      for (const system of plan.systems) await addSystem(seedContext, id, plan, system);
    for (const { id, plan } of owners)
      if (plan.inactiveForDays) await unit.update('organization', id, { active: false });
    await addPis(unit);
    await addScans(seedContext);
    await settlePresent(seedContext);
    return true;
  });
}

/** The request of nobody: the handlers of the demonstration read nothing of it. */
const demoRequest: Request = {
  id: 'demo',
  method: 'POST',
  path: '/',
  read: () => ({ params: {}, texts: new Set() }),
  carrier: 'http',
  ip: '',
  agent: '',
  origin: null,
  sessionId: null,
  knownBrowser: null,
  clientKey: null,
  trusted: true,
  socketId: null,
  ifMatch: null,
  userId: null,
};

function seedContextOf(jobContext: JobContext, unit: Unit): SeedContext {
  const asOf = (at: string): Unit => unit.at(at);
  const contextAt = (at: string): Context => ({
    request: demoRequest,
    actor: internalActor,
    now: () => at,
    answer: {},
    assertUnchanged: () => Promise.resolve(),
    read: (work) => work(asOf(at)),
    write: (work) => work(asOf(at)),
  });
  return {
    jobContext,
    unit,
    asOf,
    schedules: new Map(),
    retentions: new Map(),
    onCall: [],
    systems: [],
    make: makeOf(jobContext, contextAt),
  };
}

function makeOf({ services }: JobContext, contextAt: (at: string) => Context): Make {
  const creating =
    <I extends ObjectSchema>(
      { input }: Call<I>,
      create: (context: Context, input: z.output<I>, criteria: null) => Promise<object>,
    ) =>
    async (at: string, values: z.input<I>): Promise<string> => {
      const made = await create(contextAt(at), input.parse(values), null);
      if ('id' in made && typeof made.id === 'string') return made.id;
      throw new Error('the call answered no record');
    };
  const { organization, schedule, retention, system, fileset, user } = contract;
  return {
    organization: creating(organization.calls.create, entities.organization.handlers(services).create),
    schedule: creating(schedule.calls.create, entities.schedule.handlers(services).create),
    retention: creating(retention.calls.create, entities.retention.handlers(services).create),
    system: creating(system.calls.create, entities.system.handlers(services).create),
    fileset: creating(fileset.calls.create, entities.fileset.handlers(services).create),
    user: creating(user.calls.create, entities.user.handlers(services).create),
  };
}

/** The shared record of a name. The start with a first administrator has made some of them before. */
async function sharedOf(
  { unit }: SeedContext,
  noun: 'schedule' | 'retention',
  name: string,
  create: (at: string) => Promise<string>,
): Promise<string> {
  const named = unit.select(noun).select('id').where('name', '=', name).where('organization', 'is', null);
  const there = await named.executeTakeFirst();
  return there?.id ?? create(before(unit.now, YEAR));
}

async function addOrganization({ make, unit }: SeedContext, plan: OrganizationPlan): Promise<string> {
  const { name, timeZone, phone } = plan;
  const age = YEAR - [...name].length * DAY;
  return make.organization(before(unit.now, age), { name, timeZone, phone });
}

/** The names are noted by the unit itself, not by one of the past: so the server learns that there are users now. */
async function addPeople(seedContext: SeedContext, owners: string[], hashes: string[]): Promise<void> {
  const { unit, make, onCall } = seedContext;
  const groups = await firstGroups(unit);
  const mails = await mailIds(unit);
  for (const [index, person] of people.entries()) {
    if (await unit.findBy('user', { email: person.email })) continue;
    const { email, firstName, lastName } = person;
    const links = 'links' in person ? person.links : [];
    const timeZone = organizations[links[0] ?? 0]?.timeZone ?? 'UTC';
    const id = await make.user(before(unit.now, YEAR - index * DAY), {
      email,
      firstName,
      lastName,
      timeZone,
      allOrganizations: 'all' in person,
      isDay: 'day' in person,
    });
    await unit.update('user', id, { passwordHash: hashes[index] ?? null, emailConfirmedAt: unit.now });
    await unit.insert('usergroup', { user: id, group: groups[person.group] });
    const linked = links.flatMap((link) => owners[link] ?? []);
    for (const organization of linked) await unit.insert('userorg', { user: id, organization, alarmEmails: true });
    if (person.group === 'On-call') onCall.push({ id, owners: linked });
  }
  // Nobody is invited to a demonstration: their addresses are confirmed.
  for (const id of await mailIds(unit)) if (!mails.includes(id)) await deleteMail(unit, id);
}

/** One that speaks for a system, and one that waits to be assigned. */
async function addPis(unit: Unit): Promise<void> {
  for (const { host, ...pi } of pis) {
    const system = host === null ? undefined : await unit.findBy('system', { server: host });
    const lastConnection = before(unit.now, system ? 2 : 14);
    const of = { system: system?.id ?? null, organization: system?.organization ?? null };
    const firstSeen = before(unit.now, (system ? 90 : 1) * DAY);
    await unit.at(firstSeen).insert('rpiclient', { ...pi, ...of, version: '0.1.0', lastConnection });
    if (system) await unit.update('system', system.id, { rpiMacAddress: pi.macAddress, hasRpiClient: true });
  }
}
