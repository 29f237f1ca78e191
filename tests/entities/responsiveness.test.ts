// Changes during a request count: a permission, a password, an account that went before it was done.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '#server/db/engine.ts';
import { PASSWORD } from '#tests/cast.ts';
import { makeGround } from '#tests/test-database.ts';
import { Browser, makeWorldOn, type Line, type Person, type World } from '#tests/world.ts';

/** A read whose answer is on its way for as long as the test wants. */
class Held {
  #wanted: ((found: any) => boolean) | null = null;
  #reached: () => void = () => undefined;
  #release: () => void = () => undefined;
  #released: Promise<void> = Promise.resolve();

  over(store: Store): Store {
    return {
      ...store,
      read: async (work) => {
        const found = await store.read(work);
        if (!this.#wanted?.(found)) return found;
        this.#wanted = null;
        this.#reached();
        await this.#released;
        return found;
      },
    };
  }

  /** Resolves once the `nth` answer like that was held back. */
  next(wanted: (found: any) => boolean, nth = 1): Promise<void> {
    let left = nth;
    this.#wanted = (found) => wanted(found) && (left -= 1) === 0;
    this.#released = new Promise((resolve) => (this.#release = resolve));
    return new Promise((resolve) => (this.#reached = resolve));
  }

  goOn(): void {
    this.#release();
  }
}

describe('meanwhile', () => {
  const held = new Held();
  let world: World;
  let made = 0;
  let erin: Person;
  beforeAll(async () => {
    const ground = await makeGround('sqlite');
    world = await makeWorldOn({ ...ground, openStore: () => held.over(ground.openStore()) });
  });
  beforeEach(async () => {
    const email = `erin${(made += 1)}@example.com`;
    const id = await world.newUser(email);
    await world.alice.ask('POST', '/usergroup', { user: id, group: world.engineers });
    await world.alice.ask('POST', '/userorg', { user: id, organization: world.acme.organization });
    erin = await world.signIn(id, email);
    await world.settle();
  });
  afterAll(() => world.close());

  const isHers = (found: any) => found?.actor?.id === erin.id;
  const disable = async () =>
    expect((await world.alice.ask('PATCH', `/user/${erin.id}`, { active: false })).status).toBe(200);
  const eventsOf = async (line: Line, name: string) =>
    (await line.caughtUp()).filter(({ event }) => event === name).map(({ payload }) => payload);
  const report = (organization: 'acme' | 'birch', file: string) =>
    world.server.jobContext.write(async (unit) => {
      const { system } = world[organization];
      const values = { date: unit.now, file, key: '', sha256: '', size: 9, fileset: null, fault: null, store: null };
      const row = await unit.need('system', system);
      await unit.insert('backup', { ...values, system, organization: row['organization'] });
    });

  test('a socket that was about to join receives nothing, when its person was deactivated', async () => {
    const line = await erin.line();
    const reached = held.next(isHers, 2);
    const subscribing = line.ask('GET', '/api/app/subscribe');
    await reached;
    await disable();
    held.goOn();
    expect((await subscribing).status).toBe(400);
    await report('acme', 'unheard.zip');
    expect(await eventsOf(line, 'backup')).toEqual([]);
  });

  test('a list for many is read by one who still sees just that', async () => {
    const [his, hers] = [await world.bob.line(), await erin.line()];
    // The first of them is asked first; it is her rights that move.
    for (const line of [hers, his]) await line.ask('GET', '/api/app/subscribe');
    const [link] = (await world.alice.ask('GET', `/userorg?user=${erin.id}`)).body;
    const reached = held.next(isHers);
    await world.alice.ask('PATCH', `/userorg/${link.id}`, { organization: world.birch.organization });
    await reached;
    await report('birch', 'of Birch.zip');
    await report('acme', 'of Acme.zip');
    world.clock.advance(60_000);
    world.server.scheduler.wake();
    await world.settle();
    held.goOn();
    const received = (await eventsOf(his, 'recent')).map((payload) => JSON.stringify(payload));
    expect(received.at(-1)).toContain('of Acme.zip');
    for (const text of received) expect(text).not.toContain('Birch');
  });

  test('a sign-in ends with the password that it began with', async () => {
    const browser = new Browser(world.origin);
    await browser.ask('GET', '/api/auth/check-user');
    const reached = held.next((found) => found?.id === erin.id && 'passwordHash' in found);
    const login = browser.ask('POST', '/api/auth/login', { email: erin.email, password: PASSWORD });
    await reached;
    await world.alice.ask('PATCH', `/user/${erin.id}`, { password: 'another-horse-battery' });
    held.goOn();
    expect((await login).body.code).toBe('E_BAD_LOGIN');
    const left = await world.server.jobContext.read((unit) =>
      unit.select('session').select('id').where('user', '=', erin.id).execute(),
    );
    expect(left).toEqual([]);
  });

  test.each(['the right', 'the organization', 'the account'])('who lost %s writes nothing more', async (lost) => {
    const reached = held.next(isHers);
    const writing = erin.ask('PATCH', `/system/${world.acme.system}`, { notes: `without ${lost}` });
    await reached;
    const right = { group: world.engineers, permissions: ['system.update'] };
    if (lost === 'the right') await world.alice.ask('DELETE', '/grouppermission', right);
    else if (lost === 'the account') await disable();
    else await world.alice.ask('DELETE', '/userorg', { user: erin.id, organization: world.acme.organization });
    held.goOn();
    const status = { 'the right': 403, 'the organization': 404, 'the account': 401 }[lost];
    expect((await writing).status).toBe(status);
    expect((await world.alice.ask('GET', `/system/${world.acme.system}`)).body.notes).not.toContain(lost);
    await world.alice.ask('POST', '/grouppermission', right);
  });

  test('only the people concerned are asked to read their rights again', async () => {
    const [hers, his, other] = [await erin.line(), await world.bob.line(), await world.alice.line()];
    for (const line of [hers, his, other]) await line.ask('GET', '/api/app/subscribe');
    const askedAgain = async () => {
      await world.settle();
      const counts = [];
      for (const line of [hers, his, other]) {
        counts.push((await eventsOf(line, 'session')).length > 0);
        line.events.length = 0;
      }
      return counts;
    };
    await askedAgain();
    await erin.ask('PATCH', '/user/edit-account', { firstName: 'Erina' });
    await expect.poll(askedAgain, { timeout: 20_000 }).toEqual([true, false, false]);
    const right = { group: world.engineers, permissions: ['group.read'] };
    await world.alice.ask('POST', '/grouppermission', right);
    await hers.caughtUp();
    await expect.poll(() => his.events.some(({ event }) => event === 'session'), { timeout: 20_000 }).toBe(true);
    expect(await askedAgain()).toEqual([true, true, false]);
    await world.alice.ask('DELETE', '/grouppermission', right);
  });

  test('nothing of all this was a failure of the server', () => {
    expect(world.log.failures).toEqual([]);
  });
});
