// Push devices end with what made them trusted: a password change, a reset, or the end of their session. Expiry ends none.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signToken } from '#server/auth/crypto.ts';
import { PASSWORD } from '#tests/cast.ts';
import { subscription } from '#tests/samples.ts';
import {
  DAY,
  HOUR,
  databases,
  makeWorld,
  type RecordingMail,
  type Person,
  type RecordingPush,
  type World,
} from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';

describe.each(databases)('devices and sessions on %s', (engine) => {
  let world: World;
  let phone: Person;
  let desk: Person;
  beforeEach(async () => {
    world = await makeWorld(engine);
    phone = await world.signIn(world.bob.id, 'bob@example.com');
    desk = await world.signIn(world.bob.id, 'bob@example.com');
    await registers(phone, 'phone');
    await registers(desk, 'desk');
    await settle();
    sent().length = 0;
    mails().length = 0;
  });
  afterEach(() => world.close());

  const sent = () => (world.push as RecordingPush).sent;
  const mails = () => (world.mail as RecordingMail).sent;
  const settle = async () => {
    await world.settle();
    await world.settle();
  };
  const registers = (who: Person, name: string) => who.ask('PUT', '/push/subscription', subscription(name));
  const devices = async () => (await desk.ask('GET', '/device')).body.map(({ installId }: any) => installId).toSorted();
  const install = (name: string) => subscription(name).installId;
  const farewells = () =>
    sent()
      .filter(({ envelope }) => envelope.notification.data.kind === 'ended')
      .map(({ subscription: { endpoint }, envelope: { notification } }) => [
        endpoint,
        notification.title,
        notification.body,
        notification.actions,
      ]);
  const farewell = (name: string) => [
    subscription(name).endpoint,
    'This device no longer rings',
    'Sign in again to get alarms here.',
    [],
  ];

  test('a changed password ends every device but that of the session that stays', async () => {
    const change = { password: 'another-good-password', currentPassword: PASSWORD };
    expect((await desk.ask('PATCH', '/user/edit-account', change)).status).toBe(200);
    expect(await devices()).toEqual([install('desk')]);
    await settle();
    expect(farewells()).toEqual([farewell('phone')]);
    await settle();
    expect(farewells()).toHaveLength(1);
  });

  test('so does a device whose session is long gone, or was never known', async () => {
    await world.server.jobContext.write(async (unit) => {
      const db = allTables(unit);
      await db
        .deleteFrom('session')
        .where('user', '=', world.bob.id)
        .where('id', '!=', await idOf(desk))
        .execute();
      await db.updateTable('device').set({ session: null }).where('installId', '=', install('phone')).execute();
    });
    const change = { password: 'another-good-password', currentPassword: PASSWORD };
    expect((await desk.ask('PATCH', '/user/edit-account', change)).status).toBe(200);
    expect(await devices()).toEqual([install('desk')]);
  });

  const idOf = async (who: Person): Promise<string> =>
    (await who.ask('GET', '/session?limit=100')).body.find(({ current }: any) => current).id;

  test('a reset by mail, a new password from an administrator and a disabled account end them all', async () => {
    await addPasskey();
    await world.nobody.ask('GET', '/auth/check-user');
    await world.nobody.ask('POST', '/auth/send-reset-email', { email: 'bob@example.com' });
    await expect.poll(() => settle().then(() => mails().length)).toBe(1);
    const token = /token=([\w-]+)/.exec(String(mails().at(-1)?.text))?.[1];
    const used = await world.nobody.ask('POST', '/user/token', {
      mode: 'reset',
      token,
      password: 'a-new-good-password',
    });
    expect(used.status).toBe(200);
    await settle();
    expect(farewells().toSorted()).toEqual([farewell('desk'), farewell('phone')]);
    expect(await passkeys()).toBe(0);
    expect(mails().at(-1)?.text).toMatch(/2 devices no longer get alarms.*1 passkey was removed/s);
    for (const values of [{ password: 'given-by-alice-1' }, { active: false }]) {
      sent().length = 0;
      await world.alice.ask('PATCH', `/user/${world.bob.id}`, { active: true });
      phone = await world.signIn(world.bob.id);
      await registers(phone, 'phone');
      await addPasskey();
      expect((await world.alice.ask('PATCH', `/user/${world.bob.id}`, values)).status).toBe(200);
      await settle();
      expect(farewells()).toEqual([farewell('phone')]);
      // A deactivated person cannot sign in; a reactivated one still has their passkeys.
      expect(await passkeys()).toBe('password' in values ? 0 : 1);
    }
  });

  const addPasskey = () =>
    world.server.jobContext.write((unit) => {
      const key = { credentialId: `credential ${unit.now}`, publicKey: 'AAAA', name: 'Laptop', lastUsedAt: null };
      return unit.insert('passkey', { ...key, user: world.bob.id, counter: 0, transports: [], backedUp: false });
    });
  const passkeys = () =>
    world.server.jobContext.read(
      async (unit) =>
        (await allTables(unit).selectFrom('passkey').select('id').where('user', '=', world.bob.id).execute()).length,
    );

  test('a changed password of one’s own keeps the passkeys', async () => {
    await addPasskey();
    const change = { password: 'another-good-password', currentPassword: PASSWORD };
    expect((await desk.ask('PATCH', '/user/edit-account', change)).status).toBe(200);
    expect(await passkeys()).toBe(1);
  });

  test('an ended session ends its devices, and says before how many', async () => {
    const sessions = (await desk.ask('GET', '/session?limit=100')).body;
    const id = await idOf(phone);
    const count = (of: string) => sessions.find((session: any) => session.id === of).devices;
    expect([count(id), count(await idOf(desk))]).toEqual([1, 1]);
    const ended = await desk.ask('DELETE', `/session/${id}`);
    expect([ended.status, ended.body.devices]).toEqual([200, 1]);
    expect(await devices()).toEqual([install('desk')]);
    await settle();
    expect(farewells()).toEqual([farewell('phone')]);
  });

  test('signing out ends the devices of that session', async () => {
    expect((await phone.ask('POST', '/auth/logout')).status).toBe(200);
    expect(await devices()).toEqual([install('desk')]);
  });

  test('the expiry of a session ends no device: the pager must not be out because a session was', async () => {
    world.clock.advance(100 * DAY);
    await settle();
    desk = await world.signIn(world.bob.id);
    expect(await devices()).toEqual([install('desk'), install('phone')].toSorted());
  });

  test('a device belongs to the session that last confirmed it, also after signing in again there', async () => {
    await registers(phone, 'desk');
    await desk.ask('DELETE', `/session/${await idOf(desk)}`);
    desk = await world.signIn(world.bob.id);
    expect(await devices()).toEqual([install('desk'), install('phone')].toSorted());
    const again = await phone.ask('POST', '/auth/login', { email: 'bob@example.com', password: PASSWORD });
    expect(again.status).toBe(200);
    const change = { password: 'another-good-password', currentPassword: PASSWORD };
    expect((await phone.ask('PATCH', '/user/edit-account', change)).status).toBe(200);
    expect((await phone.ask('GET', '/device')).body).toHaveLength(2);
  });

  test('a device that is removed from another one is signed out, so that it does not register itself again', async () => {
    const [{ id }] = (await desk.ask('GET', '/device')).body.filter((one: any) => one.installId === install('phone'));
    expect((await desk.ask('DELETE', `/device/${id}`)).status).toBe(200);
    expect((await registers(phone, 'phone')).status).toBe(401);
    expect(await devices()).toEqual([install('desk')]);
    await settle();
    expect(farewells()).toEqual([farewell('phone')]);
  });

  test('a device that is removed on itself stays signed in', async () => {
    const [{ id }] = (await desk.ask('GET', '/device')).body.filter((one: any) => one.installId === install('desk'));
    expect((await desk.ask('DELETE', `/device/${id}`)).status).toBe(200);
    expect(await devices()).toEqual([install('phone')]);
    await settle();
    expect(farewells()).toEqual([]);
  });

  test('a mail tells of a new installation, and not of a renewed address', async () => {
    await registers(phone, 'tablet');
    await settle();
    expect(mails().map(({ to, subject }) => [to, subject])).toEqual([
      ['bob@example.com', 'A new device gets your alarms'],
    ]);
    const renewed = { ...subscription('tablet'), endpoint: 'https://push.example.com/renewed' };
    await phone.ask('PUT', '/push/subscription', renewed);
    await registers(phone, 'tablet');
    await settle();
    expect(mails()).toHaveLength(1);
  });

  test('an ended device acts no more, and a token of a notification is good for a day', async () => {
    const [{ id: device }] = (await desk.ask('GET', '/device')).body;
    const token = (at: string) => {
      const what = { for: 'alarm', alarm: world.acme.alarm, user: world.bob.id, device, push: world.acme.alarm, at };
      return signToken(world.keys.sign, what);
    };
    let made = 0;
    const act = async (at: string) => {
      const key = `device-session-${(made += 1)}-0123456789`;
      return (
        await world.nobody.ask('POST', '/alarm/act', { token: token(at), act: 'acknowledge', idempotencyKey: key })
      ).status;
    };
    expect(await act(world.clock.in(-25 * HOUR))).toBe(403);
    expect(await act('')).toBe(403);
    expect(await act(world.clock.in(-23 * HOUR))).toBe(200);
    await desk.ask('DELETE', `/device/${device}`);
    expect(await act(world.clock.now())).toBe(403);
  });
});
