// The first start: with the first administrator come schedules and a retention to choose from, once, and never over others.
import { afterEach, describe, expect, test } from 'vitest';
import { firstAdministrator } from '#server/first-administrator.ts';
import { makeGround, type Ground } from '#tests/test-database.ts';
import { Browser, databases, startServer, type Running } from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';

describe.each(databases)('the first start on %s', (engine) => {
  let ground: Ground;
  let running: Running;
  let setUpToken: string | null;
  afterEach(async () => {
    await running.close();
    await ground.gone();
  });
  const start = async () => {
    ground = await makeGround(engine);
    running = await startServer(ground);
    setUpToken = running.server.services.setUpToken();
  };
  const names = (noun: 'schedule' | 'retention') =>
    running.server.jobContext.read(async (unit) => {
      const rows = await allTables(unit).selectFrom(noun).select(['name', 'organization']).orderBy('name').execute();
      return rows.map(({ name, organization }) => [name, organization]);
    });
  const setUp = async () => {
    const browser = new Browser(running.origin);
    // Its answer brings the cookie against forged requests.
    await browser.ask('GET', '/api/auth/check-user');
    const person = { email: 'mia@ahlers.example', password: 'correct-horse-battery', firstName: 'Mia', lastName: '' };
    return browser.ask('POST', '/api/auth/set-up', { token: setUpToken, ...person });
  };

  test('the set-up link makes three shared schedules and a shared retention', async () => {
    await start();
    expect((await setUp()).status).toBe(200);
    expect(await names('schedule')).toEqual([
      ['Monthly', null],
      ['Nightly', null],
      ['Weekly', null],
    ]);
    expect(await names('retention')).toEqual([['Standard', null]]);
    expect((await setUp()).status).not.toBe(200);
    expect(await names('schedule')).toHaveLength(3);
  });

  test('so does an administrator that the environment names, at the first start alone', async () => {
    await start();
    for (let again = 0; again < 2; again += 1)
      await firstAdministrator(running.server, 'mia@ahlers.example', 'correct-horse-battery');
    expect([await names('schedule'), await names('retention')]).toMatchObject([{ length: 3 }, { length: 1 }]);
  });

  test('an installation that has schedules and retentions keeps them alone', async () => {
    await start();
    await running.server.jobContext.write(async (unit) => {
      await unit.insert('schedule', {
        name: 'Own',
        intervalUnit: 'Days',
        intervalValue: 2,
        alarmAfter: 1,
        organization: null,
      });
      await unit.insert('retention', { name: 'Own', days: 1, weeks: 0, months: 0, years: 0, organization: null });
    });
    expect((await setUp()).status).toBe(200);
    expect([await names('schedule'), await names('retention')]).toEqual([[['Own', null]], [['Own', null]]]);
  });
});
