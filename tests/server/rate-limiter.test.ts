// Rate limits: so many in a time under one key, on one server or over all that share a database.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { RateLimiter } from '#server/auth/rate-limiter.ts';
import { anyTables, type Store } from '#server/db/engine.ts';
import { advanceDate, restoreDate } from '#tests/dates.ts';
import { databases, makeGround, type Ground } from '#tests/test-database.ts';

/** Two are enough to see it: 3 in 60 s. */
const limit = (name: string) => ({ name, points: 3, seconds: 60 });

async function outcome(limiter: RateLimiter, key: string | null): Promise<number | 'counted'> {
  try {
    await limiter.consume(key);
    return 'counted';
  } catch (error) {
    const { code, retryAfterSeconds } = error as { code: string; retryAfterSeconds: number };
    return code === 'E_RATE' ? retryAfterSeconds : Promise.reject(error);
  }
}

async function times(count: number, limiter: RateLimiter, key: string | null = 'a'): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (let done = 0; done < count; done += 1) outcomes.push(await outcome(limiter, key));
  return outcomes;
}

describe.each(databases)('rate limits on %s', (engine) => {
  let ground: Ground;
  let store: Store;
  beforeAll(async () => {
    ground = await makeGround(engine);
    store = ground.openStore();
    await store.migrate();
  });
  afterEach(restoreDate);
  afterAll(async () => {
    await store.close();
    await ground.gone();
  });

  test('count from the first attempt, and begin anew when the time is over', async () => {
    advanceDate(0);
    const limiter = new RateLimiter(store, limit('anew'));
    expect(await times(4, limiter)).toEqual(['counted', 'counted', 'counted', 60]);
    expect(await times(1, limiter, 'b')).toEqual(['counted']);
    advanceDate(59_000);
    expect(await times(1, limiter)).toEqual([1]);
    advanceDate(1000);
    expect(await times(4, limiter)).toEqual(['counted', 'counted', 'counted', 60]);
  });

  test('let those that come all at once pass one by one', async () => {
    const limiter = new RateLimiter(store, limit('at once'));
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(limiter, 'a')));
    expect(outcomes.filter((one) => one === 'counted')).toHaveLength(3);
  });

  test('give one attempt back, or all of them', async () => {
    const limiter = new RateLimiter(store, limit('back'));
    await times(3, limiter);
    await limiter.refund('a');
    expect((await times(2, limiter))[0]).toBe('counted');
    await limiter.reset('a');
    expect((await times(4, limiter)).slice(0, 3)).toEqual(['counted', 'counted', 'counted']);
  });

  test('count nothing under no key, nothing for another limit, and take keys of any length', async () => {
    const [one, other] = [new RateLimiter(store, limit('one')), new RateLimiter(store, limit('other'))];
    expect(await times(9, one, null)).toEqual(Array.from({ length: 9 }, () => 'counted'));
    await times(3, one);
    expect(await times(1, other)).toEqual(['counted']);
    expect(await times(1, one, 'x'.repeat(5000))).toEqual(['counted']);
  });

  test.runIf(engine === 'postgres')('hold over all servers on one database, also after a restart', async () => {
    const elsewhere = ground.openStore();
    const [here, there] = [new RateLimiter(store, limit('all')), new RateLimiter(elsewhere, limit('all'))];
    expect([...(await times(2, here)), ...(await times(1, there))]).toEqual(['counted', 'counted', 'counted']);
    expect(await outcome(there, 'a')).toBeTypeOf('number');
    expect(await outcome(here, 'a')).toBeTypeOf('number');
    await elsewhere.close();
    const again = ground.openStore();
    expect(await outcome(new RateLimiter(again, limit('all')), 'a')).toBeTypeOf('number');
    await again.close();
  });

  test.runIf(engine === 'postgres')('keep no address and no email in the database', async () => {
    await new RateLimiter(store, limit('names')).consume('192.0.2.7 bob@example.com');
    const rows = await store.read((db) => anyTables(db).selectFrom('rate_limit').selectAll().execute());
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/bob@|192\.0/);
  });
});
