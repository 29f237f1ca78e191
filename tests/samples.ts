// An input with which each call succeeds. Typed by the contract: a call without a sample does not compile.
import { createECDH, randomBytes } from 'node:crypto';
import type { Contract, Noun } from '#contract/index.ts';
import type { Call, InputOf } from '#contract/define.ts';
import { newToken } from '#server/entities/account/token.ts';
import { unsubscribeToken } from '#server/entities/alarm/unsubscribe.ts';
import { signToken } from '#server/auth/crypto.ts';
import { PASSWORD } from './cast.ts';
import * as more from './samples-nouns.ts';
import { passkeySamples } from './samples-passkeys.ts';
import type { World } from './world.ts';

/** `tag` is unique: it keeps what one sample makes apart from what another made. */
type Sample<C> = (world: World, tag: string) => C extends Call ? Promise<InputOf<C>> | InputOf<C> : never;
export type Samples = { [N in Noun]: { [K in keyof Contract[N]['calls']]: Sample<Contract[N]['calls'][K]> } };
type Input = Record<string, unknown>;

/** Asks as alice; what does not succeed is the sample's own fault. */
async function ask(world: World, method: string, path: string, body?: Input): Promise<any> {
  const answer = await world.alice.ask(method, path, body);
  if (answer.status !== 200) throw new Error(`the sample ${method} ${path} failed: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export const fresh = {
  organization: async (world: World, tag: string): Promise<string> =>
    (await ask(world, 'POST', '/organization', { name: `Organization ${tag}` })).id,
  system: async (world: World, tag: string): Promise<string> =>
    (
      await ask(world, 'POST', '/system', {
        name: `System ${tag}`,
        organization: world.acme.organization,
        schedule: world.schedule,
      })
    ).id,
  fileset: async (world: World, _tag: string): Promise<string> =>
    (await ask(world, 'POST', '/fileset', { system: world.acme.system, glob: '*.zip' })).id,
  schedule: async (world: World, tag: string): Promise<string> =>
    (await ask(world, 'POST', '/schedule', { name: `Schedule ${tag}`, ...more.inAcme(world) })).id,
  group: async (world: World, tag: string): Promise<string> =>
    (await ask(world, 'POST', '/group', { name: `Group ${tag}` })).id,
  user: (world: World, tag: string): Promise<string> => world.newUser(`${tag}@example.com`),
  usergroup: async (world: World, tag: string): Promise<string> =>
    (await ask(world, 'POST', '/usergroup', { user: await fresh.user(world, tag), group: world.engineers })).id,
  userorg: async (world: World, tag: string): Promise<string> =>
    (
      await ask(world, 'POST', '/userorg', {
        user: await fresh.user(world, tag),
        organization: world.acme.organization,
      })
    ).id,
  device: async (world: World, tag: string): Promise<string> =>
    (await ask(world, 'PUT', '/push/subscription', subscription(tag))).id,
  /** A session of alice's elsewhere. */
  session: async (world: World, _tag: string): Promise<string> => {
    const elsewhere = await world.signIn(world.alice.id);
    const { body } = await elsewhere.ask('GET', '/session?limit=1000');
    return body.find(({ current }: { current: boolean }) => current).id;
  },
  /** The link in a mail to a new user: it confirms the address. */
  token: async (world: World, tag: string): Promise<string> => {
    const user = await fresh.user(world, tag);
    return String(await world.server.jobContext.write((unit) => newToken(unit, 'confirm', user, `${tag}@example.com`)));
  },
  /** A system whose run failed, hence its alarm. */
  alarm: async (world: World, tag: string): Promise<string> => {
    const system = await fresh.system(world, tag);
    const report = { system, event: 'failed', at: world.clock.now(), text: 'broken' };
    await world.rosie.ask('POST', '/client/report', report);
    return (await ask(world, 'GET', `/alarm?system=${system}`))[0].id;
  },
  /** A file in the store that was asked for and has arrived; not yet reported. */
  upload: async (world: World, tag: string): Promise<{ system: string; date: string; key: string }> => {
    const system = await fresh.system(world, tag);
    const date = world.clock.in(-60_000);
    const { url, key } = await ask(world, 'GET', `/system/${system}/get-upload-keys?name=${tag}.zip&date=${date}`);
    await fetch(`${world.origin}${url}`, { method: 'PUT', body: 'content of a backup' });
    return { system, date, key };
  },
  /** A test push that has left: how far one under way has got would be chance. */
  push: async (world: World, tag: string): Promise<string> => {
    const { pushId } = await ask(world, 'POST', '/push/test', { device: await fresh.device(world, tag) });
    await world.settle();
    return pushId;
  },
};

export function subscription(tag: string) {
  const curve = createECDH('prime256v1');
  const p256dh = curve.generateKeys('base64url');
  const keys = { p256dh, auth: randomBytes(16).toString('base64url') };
  return { endpoint: `https://push.example.com/${tag}`, keys, installId: tag, name: `Phone ${tag}` };
}

const none = () => ({});
const one = (noun: keyof typeof fresh) => async (world: World, tag: string) => ({
  id: String(await fresh[noun](world, tag)),
});
const some = (id: (world: World) => string) => (world: World) => ({ id: id(world) });

const mailLink = async (world: World, tag: string) => {
  const link = await ask(world, 'GET', `/userorg/${await fresh.userorg(world, tag)}`);
  return {
    token: unsubscribeToken(world.keys.sign, {
      user: link.user.id,
      organizations: [link.organization.id],
      at: world.clock.now(),
    }),
  };
};

export const samples: Samples = {
  activity: { list: none, get: some((world) => world.acme.activity) },
  alarm: {
    list: none,
    get: some((world) => world.acme.alarm),
    acknowledge: one('alarm'),
    recipients: (world) => ({ organization: world.acme.organization }),
    deliveries: some((world) => world.acme.alarm),
    history: some((world) => world.acme.alarm),
    markRead: one('alarm'),
    handOver: async (world, tag) => ({ id: await fresh.alarm(world, tag), to: world.alice.id, from: null }),
    takeOver: async (world, tag) => ({ id: await fresh.alarm(world, tag), from: world.bob.id }),
    release: one('alarm'),
    resolve: one('alarm'),
    snooze: async (world, tag) => ({ id: await fresh.alarm(world, tag), until: world.clock.in(3_600_000) }),
    note: async (world, tag) => ({ id: await fresh.alarm(world, tag), note: `Looked at ${tag}` }),
    act: async (world, tag) => {
      const [alarm, device] = [await fresh.alarm(world, tag), await fresh.device(world, tag)];
      const what = { for: 'alarm', alarm, user: world.alice.id, device, push: alarm, at: world.clock.now() };
      const token = signToken(world.keys.sign, what);
      return { token, act: 'acknowledge' };
    },
  },
  app: { subscribe: none, unsubscribe: none },
  auth: {
    checkUser: none,
    login: (world) => ({ email: world.alice.email, password: PASSWORD }),
    logout: none,
    setUp: (_world, tag) => ({ token: 'none', email: `${tag}@example.com`, password: PASSWORD }),
    checkEmail: (_world, tag) => ({ email: `${tag}@example.com` }),
    sendResetEmail: (_world, tag) => ({ email: `${tag}@example.com` }),
    oauth: () => ({ from: '/admin/alarms' }),
    oauthLogin: (_world, tag) => ({ state: tag, code: tag }),
    oauthLogout: none,
  },
  backup: {
    list: none,
    get: some((world) => world.acme.backup),
    notify: fresh.upload,
    downloadUrl: async (world, tag) => {
      const upload = await fresh.upload(world, tag);
      await ask(world, 'GET', `/backup/notify?system=${upload.system}&date=${upload.date}&key=${upload.key}`);
      return { key: upload.key };
    },
  },
  client: {
    ...more.clientCareSamples,
    hello: () => ({ hostName: 'host', version: '1.0.0', internalIp: '10.0.0.1', platform: 'linux', instance: 'rosie' }),
    report: (world, tag) => ({ system: world.acme.system, event: 'log', at: world.clock.now(), text: `line ${tag}` }),
  },
  device: {
    list: none,
    // Registered elsewhere: its session ends with it.
    destroy: async (world, tag) => {
      const elsewhere = await world.signIn(world.alice.id);
      return { id: (await elsewhere.ask('PUT', '/push/subscription', subscription(tag))).body.id };
    },
  },
  fileset: {
    list: none,
    get: some((world) => world.acme.fileset),
    create: (world, tag) => ({ system: world.acme.system, glob: '*.zip', pattern: '(\\w+)-(\\d+)', description: tag }),
    update: async (world, tag) => ({ id: await fresh.fileset(world, tag), description: tag }),
    destroy: one('fileset'),
  },
  group: {
    list: none,
    get: some((world) => world.engineers),
    create: (_world, tag) => ({ name: `Group ${tag}`, permissions: [{ model: 'system', action: 'read' }] }),
    update: async (world, tag) => ({ id: await fresh.group(world, tag), name: `Renamed ${tag}` }),
    destroy: one('group'),
    ...more.grantSamples,
  },
  job: more.jobSamples,
  organization: {
    list: none,
    get: some((world) => world.acme.organization),
    create: (_world, tag) => ({ name: `Organization ${tag}`, timeZone: 'Europe/Berlin' }),
    update: async (world, tag) => ({ id: await fresh.organization(world, tag), phone: '+49 40 2' }),
    destroy: one('organization'),
    clientKey: some((world) => world.acme.organization),
    rotateKey: one('organization'),
    ...more.organizationCareSamples,
  },
  orphan: more.orphanSamples,
  passkey: passkeySamples,
  permission: { list: none },
  push: {
    subscribe: (_world, tag) => subscription(tag),
    check: (_world, tag) => ({ endpoint: `https://push.example.com/${tag}`, auth: 'unknown' }),
    unsubscribe: async (world, tag) => {
      await fresh.device(world, tag);
      return { endpoint: `https://push.example.com/${tag}` };
    },
    test: async (world, tag) => ({ device: await fresh.device(world, tag) }),
    status: one('push'),
    rang: one('push'),
    receipt: async (world, tag) => {
      const pushId = await fresh.push(world, tag);
      return {
        token: signToken(world.keys.sign, { for: 'receipt', push: pushId }),
        pushId,
        shownAt: world.clock.now(),
      };
    },
  },
  recent: { latest: none },
  retention: more.retentionSamples,
  rpiclient: more.rpiclientSamples,
  scanresult: more.scanresultSamples,
  schedule: {
    list: none,
    get: some((world) => world.schedule),
    create: (world, tag) => ({
      name: `Schedule ${tag}`,
      intervalUnit: 'Weeks',
      intervalValue: 2,
      ...more.inAcme(world),
    }),
    update: async (world, tag) => ({ id: await fresh.schedule(world, tag), alarmAfter: 3 }),
    destroy: one('schedule'),
    copy: async (world, tag) => ({
      id: await fresh.schedule(world, tag),
      name: `Copy ${tag}`,
      ...more.inAcme(world),
    }),
    preview: (world) => ({ id: world.schedule, alarmAfter: 2 }),
  },
  search: { find: () => ({ term: 'acme' }) },
  server: { get: none, copy: none, test: () => ({ part: 'store' }) },
  session: { list: none, destroy: one('session') },
  system: {
    list: none,
    get: some((world) => world.acme.system),
    create: (world, tag) => ({
      name: `System ${tag}`,
      organization: world.acme.organization,
      schedule: world.schedule,
    }),
    update: async (world, tag) => ({ id: await fresh.system(world, tag), notes: tag, password: 'secret-of-the-share' }),
    destroy: one('system'),
    counts: none,
    clientKey: some((world) => world.acme.system),
    rotateKey: one('system'),
    uploadKeys: async (world, tag) => ({
      id: await fresh.system(world, tag),
      name: `${tag}.zip`,
      date: world.clock.in(-60_000),
    }),
    rescanAlarm: one('system'),
    ...more.systemCareSamples,
  },
  token: { check: async (world, tag) => ({ token: await fresh.token(world, tag) }) },
  user: {
    list: none,
    get: some((world) => world.bob.id),
    create: (_world, tag) => ({ email: `${tag}@example.com`, password: PASSWORD, firstName: 'Erin' }),
    update: async (world, tag) => ({ id: await fresh.user(world, tag), mobilePhone: '+49 170 1' }),
    destroy: one('user'),
    editAccount: () => ({ mobilePhone: '+49 170 2' }),
    unreachable: none,
    sendLink: async (world, tag) => ({ id: await fresh.user(world, tag), purpose: 'confirm' as const }),
    successors: one('user'),
    deactivate: one('user'),
    token: async (world, tag) => ({ mode: 'confirm' as const, token: await fresh.token(world, tag) }),
  },
  usergroup: {
    list: none,
    get: one('usergroup'),
    create: async (world, tag) => ({ user: await fresh.user(world, tag), group: world.engineers }),
    destroy: one('usergroup'),
    destroyPair: more.groupPairSample,
  },
  userorg: {
    list: none,
    get: some((world) => world.acme.userorg),
    create: async (world, tag) => ({ user: await fresh.user(world, tag), organization: world.acme.organization }),
    update: async (world, tag) => ({ id: await fresh.userorg(world, tag), alarmEmails: false }),
    destroy: one('userorg'),
    destroyPair: more.orgPairSample,
    unsubscribe: mailLink,
    oneClick: mailLink,
  },
};
