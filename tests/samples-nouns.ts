// Samples of the nouns and calls that look after systems: retentions, scans, orphans, Raspberry Pis, rights by the handful.
import { randomUUID } from 'node:crypto';
import type { JobitemRow } from '#server/entities/internal-tables.ts';
import { fresh, type Samples } from './samples.ts';
import { toJson } from '#server/query/columns.ts';
import type { World } from './world.ts';
import { allTables } from '#tests/all-tables.ts';

type Values = Record<string, unknown>;

export const inAcme = ({ acme: { organization } }: World) => ({ organization });

const inserted = async (world: Pick<World, 'server'>, noun: string, values: Values): Promise<string> =>
  String((await world.server.jobContext.write((unit) => unit.insert(noun, values)))['id']);

/** Rows as only the server itself makes them. */
export const freshNouns = {
  retention: async (world: World, tag: string): Promise<string> =>
    String(
      (await world.alice.ask('POST', '/retention', { name: `Retention ${tag}`, days: 7, ...inAcme(world) })).body.id,
    ),
  scanresult: (world: World, tag: string, { organization, system } = world.acme): Promise<string> =>
    inserted(world, 'scanresult', {
      method: 'manual',
      status: 'done',
      searchConfig: { filesets: [] },
      result: { files: [`${tag}.zip`] },
      meta: {},
      system,
      organization,
    }),
  rpiclient: (
    world: Pick<World, 'server'>,
    tag: string,
    organization: string | null = null,
    macAddress = `mac of ${tag}`,
  ): Promise<string> =>
    inserted(world, 'rpiclient', {
      macAddress,
      name: `Pi ${tag}`,
      ip: '10.0.0.7',
      lastConnection: null,
      version: '1.0.0',
      system: null,
      organization,
    }),
  orphan: (world: World, tag: string, kind: 'system' | 'client', organization = world.acme.organization) =>
    inserted(world, 'orphan', {
      kind,
      gone: randomUUID(),
      model: 'system',
      name: `Gone ${tag}`,
      organization,
      count: 0,
      size: 0,
      lastBackup: null,
      clientVersion: null,
      ip: null,
      lastConnection: null,
    }),
  /** A backup that is stored and known. */
  stored: async (world: World, tag: string): Promise<{ id: string; key: string }> => {
    const { system, date, key } = await fresh.upload(world, tag);
    await world.alice.ask('GET', `/backup/notify?system=${system}&date=${date}&key=${encodeURIComponent(key)}`);
    return { id: system, key };
  },
};

const none = () => ({});
const acme = (key: 'system' | 'organization' | 'scanresult' | 'rpiclient' | 'orphan') => (world: World) => ({
  id: world.acme[key],
});

export const retentionSamples: Samples['retention'] = {
  list: none,
  get: async (world, tag) => ({ id: await freshNouns.retention(world, tag) }),
  create: (world, tag) => ({ name: `Retention ${tag}`, days: 14, weeks: 8, months: 12, years: 2, ...inAcme(world) }),
  update: async (world, tag) => ({ id: await freshNouns.retention(world, tag), days: 3 }),
  destroy: async (world, tag) => ({ id: await freshNouns.retention(world, tag) }),
  copy: async (world, tag) => ({ id: await freshNouns.retention(world, tag), name: `Copy ${tag}`, ...inAcme(world) }),
  preview: async (world, tag) => ({ id: await freshNouns.retention(world, tag), days: 3 }),
};
export const scanresultSamples: Samples['scanresult'] = {
  manualScans: none,
  ofSystem: (world) => ({ system: world.acme.system }),
  get: async (world, tag) => ({ id: await freshNouns.scanresult(world, tag) }),
  destroy: async (world, tag) => ({ id: await freshNouns.scanresult(world, tag) }),
};
export const rpiclientSamples: Samples['rpiclient'] = {
  list: none,
  get: acme('rpiclient'),
  update: async (world, tag) => ({ id: await freshNouns.rpiclient(world, tag), system: world.acme.system }),
};
export const orphanSamples: Samples['orphan'] = {
  systems: none,
  clients: none,
  total: none,
  getSystem: acme('orphan'),
  destroySystem: async (world, tag) => ({ id: await freshNouns.orphan(world, tag, 'system') }),
  destroyClient: async (world, tag) => ({ id: await freshNouns.orphan(world, tag, 'client') }),
};

type SystemCare =
  | 'alarms'
  | 'overdue'
  | 'notBackedup'
  | 'kindCheck'
  | 'scan'
  | 'versionScan'
  | 'rescanAlarms'
  | 'purge'
  | 'deleteBackup'
  | 'clearClientInfo'
  | 'bulk';
export const systemCareSamples: Pick<Samples['system'], SystemCare> = {
  alarms: none,
  overdue: none,
  notBackedup: none,
  kindCheck: none,
  scan: async (world, tag) => ({ id: await fresh.system(world, tag) }),
  versionScan: none,
  rescanAlarms: none,
  purge: acme('system'),
  deleteBackup: freshNouns.stored,
  clearClientInfo: async (world, tag) => ({ id: await fresh.system(world, tag) }),
  bulk: async (world, tag) => ({
    ids: [await fresh.system(world, tag)],
    action: 'update',
    values: { schedule: await fresh.schedule(world, tag) },
  }),
};

type Item = Pick<JobitemRow, 'state'> & Partial<JobitemRow>;

/** A job of alice's that another server is at work on, or that has ended, with one system. */
async function job(world: World, tag: string, state: 'running' | 'done', item: Item): Promise<{ id: string }> {
  const system = await fresh.system(world, tag);
  const now = world.clock.now();
  const stamps = { createdAt: now, updatedAt: now };
  const id = randomUUID();
  const blank = { code: null, message: null, former: null, editedBy: null };
  const { editedAt } = (await world.alice.ask('GET', `/system/${system}`)).body;
  await world.server.jobContext.write(async (unit) => {
    const db = allTables(unit);
    const origin = { user: world.alice.id, carrier: 'http' as const, ip: '127.0.0.1' };
    const isRunning = state === 'running';
    const works = { node: isRunning ? 'elsewhere' : null, nextAt: isRunning ? world.clock.in(30_000) : null };
    const values = toJson({ schedule: world.schedule });
    await db
      .insertInto('job')
      .values({ id, action: 'update', values, state, startedAt: now, ...works, ...origin, ...stamps })
      .execute();
    const one = { id: randomUUID(), job: id, place: 0, system, name: `System ${tag}`, organizationName: 'Acme' };
    await db
      .insertInto('jobitem')
      .values({ ...one, ...blank, editedAt, ...item, ...stamps })
      .execute();
  });
  return { id };
}

export const jobSamples: Samples['job'] = {
  get: (world, tag) => job(world, tag, 'running', { state: 'waiting' }),
  stop: (world, tag) => job(world, tag, 'running', { state: 'waiting' }),
  retry: (world, tag) => job(world, tag, 'done', { state: 'failed', code: 'E_NOT_CONNECTED', message: 'Not there.' }),
  undo: (world, tag) => job(world, tag, 'done', { state: 'done', former: toJson({ schedule: null }) }),
};

export const organizationCareSamples: Pick<
  Samples['organization'],
  'uploadKeys' | 'health' | 'healthStatus' | 'fleet' | 'available' | 'clients'
> = {
  uploadKeys: (world, tag) => ({
    id: world.acme.organization,
    fileset: world.acme.fileset,
    name: `${tag}.zip`,
    date: world.clock.in(-60_000),
  }),
  health: none,
  healthStatus: none,
  fleet: none,
  available: () => ({ searchTerm: 'Acme' }),
  clients: acme('organization'),
};

/** Rosie connects and speaks for Acme. */
export async function connected(world: World): Promise<void> {
  const line = await world.rosie.line();
  const hello = { hostName: 'host', version: '1.0.0', internalIp: '', platform: 'linux', instance: 'rosie' };
  await line.ask('POST', '/api/client/hello', hello);
}

export const clientCareSamples: Pick<Samples['client'], 'makeExe' | 'exeLink' | 'signal'> = {
  makeExe: async (world) => {
    const { key } = (await world.alice.ask('GET', `/system/${world.acme.system}/get-client-key`)).body;
    return { id: world.acme.system, model: 'system', key };
  },
  exeLink: (world) => ({ id: world.acme.organization, model: 'organization' }),
  signal: async (world) => {
    await connected(world);
    return { id: world.acme.organization, type: 'organization', signal: 'identify' };
  },
};

const some = ['system.read', { model: 'backup', action: 'read' as const }];
export const grantSamples: Pick<Samples['group'], 'grant' | 'revoke'> = {
  grant: async (world, tag) => ({ group: await fresh.group(world, tag), permissions: some }),
  revoke: async (world, tag) => ({ group: await fresh.group(world, tag), permissions: some }),
};
export const groupPairSample: Samples['usergroup']['destroyPair'] = async (world, tag) => {
  const user = await fresh.user(world, tag);
  await world.alice.ask('POST', '/usergroup', { user, group: world.engineers });
  return { user, group: world.engineers };
};
export const orgPairSample: Samples['userorg']['destroyPair'] = async (world, tag) => {
  const user = await fresh.user(world, tag);
  await world.alice.ask('POST', '/userorg', { user, organization: world.acme.organization });
  return { user, organization: world.acme.organization };
};
