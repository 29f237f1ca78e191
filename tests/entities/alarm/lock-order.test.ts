// Transactions about the same alarms lock them in one order: a deadlock costs PostgreSQL a second, and each writer its work.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDelivery } from '#server/entities/alarm/delivery-repository.ts';
import { cancelDeliveries, finishDeliveries, rescheduleDeliveries } from '#server/entities/alarm/delivery-outcome.ts';
import type { DeliveryRow } from '#server/entities/internal-tables.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { toJson } from '#server/query/columns.ts';
import { errorCode } from '#server/unknown.ts';
import { subscription } from '#tests/samples.ts';
import { databases, makeWorld, type World } from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';
import { sendFault } from '#server/entities/alarm/send-fault.ts';

type Services = World['server']['jobContext']['services'];

describe.each(databases.filter((engine) => engine === 'postgres'))('deliveries on %s', (engine) => {
  let world: World;
  let device: string;
  beforeAll(async () => {
    world = await makeWorld(engine);
    device = String((await world.bob.ask('PUT', '/push/subscription', subscription('bob'))).body.id);
    await world.server.scheduler.stop();
  });
  afterAll(() => world.close());

  const alarms = () => [world.acme.alarm, world.birch.alarm].toSorted();
  const added = (values: (unit: Unit) => Partial<DeliveryRow>[]): Promise<DeliveryRow[]> =>
    world.server.jobContext.write(async (unit) => {
      const rows = values(unit).map((one) => ({
        ...newDelivery(unit, { alarm: null, user: world.bob.id, device, stage: 'new' }),
        covers: toJson<readonly string[]>([]),
        ...one,
      }));
      await allTables(unit).insertInto('delivery').values(rows).execute();
      const ids = rows.map(({ id }) => id);
      const stored = await allTables(unit).selectFrom('delivery').selectAll().where('id', 'in', ids).execute();
      return ids.flatMap((id) => stored.filter((row) => row.id === id));
    });
  const touch = (unit: Unit, id: string) =>
    allTables(unit)
      .updateTable('alarm')
      .set({ updatedAt: sql.ref('updatedAt') })
      .where('id', '=', id)
      .execute();
  const lockWaits = () =>
    world.server.jobContext.read(async (unit) => {
      const db = allTables(unit);
      const waiting = sql<{ count: number }>`select count(*) as count from pg_locks where not granted`;
      return (await waiting.execute(db)).rows[0]?.count ?? 0;
    });

  /** The number of deadlocks where another transaction locks the first alarm, and the second one while the work waits. */
  async function deadlocks(work: (unit: Unit, services: Services) => Promise<void>): Promise<number> {
    const { write, services } = world.server.jobContext;
    const [first = '', second = ''] = alarms();
    let found = 0;
    const counted = async (step: Promise<unknown>): Promise<void> => {
      await step.catch((error: unknown) => {
        if (errorCode(error) === '40P01') found += 1;
        throw error;
      });
    };
    let working: Promise<void> | undefined;
    await write(async (unit) => {
      await touch(unit, first);
      working ??= write((other) => counted(work(other, services)));
      await expect.poll(lockWaits).toBeGreaterThan(0);
      await counted(touch(unit, second));
    });
    await working;
    return found;
  }
  const unreached = (value: 0 | 1) =>
    world.server.jobContext.write((unit) => allTables(unit).updateTable('alarm').set({ unreached: value }).execute());

  test('that end together take their alarms in the order of ids, whatever the order of the deliveries', async () => {
    const [first, second] = alarms();
    const rows = await added(() => [{ alarm: second! }, { alarm: first! }]);
    expect(await deadlocks((unit, services) => finishDeliveries(unit, services, rows, 'sent', null))).toBe(0);
  });

  test('that repeated several alarms take them in the order of ids', async () => {
    const [first, second] = alarms();
    await unreached(1);
    const rows = await added(() => [{ alarm: second!, stage: 'repeat', covers: toJson([second!, first!]) }]);
    expect(await deadlocks((unit, services) => finishDeliveries(unit, services, rows, 'sent', null))).toBe(0);
  });

  test('that are put off or cancelled together take their alarms in the order of ids', async () => {
    const [first, second] = alarms();
    const rows = await added(() => [{ alarm: second! }, { alarm: first! }]);
    await unreached(0);
    const later = { status: 'pending' as const, fault: sendFault('unsent'), nextAt: null, waitMs: 600_000 };
    expect(await deadlocks((unit, services) => rescheduleDeliveries(unit, services, rows, later))).toBe(0);
    expect(
      await deadlocks((unit, services) => cancelDeliveries(unit, services, rows, 'failed', sendFault('otherUser'))),
    ).toBe(0);
  });
});
