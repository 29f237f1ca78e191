// The job of the deliveries in a unit that is rolled back, with a push service that answers as scripted.
import type { Engine } from '#tests/world.ts';
import { shifted } from '#contract/time/calendar.ts';
import { insertDeliveries, newDelivery } from '#server/entities/alarm/delivery-repository.ts';
import type { DeliveryRow } from '#server/entities/internal-tables.ts';
import { deliveryJob } from '#server/jobs/deliveries.ts';
import type { Job } from '#server/jobs/scheduler.ts';
import type { PushMessage, PushOutcome, PushPort, PushSubscription } from '#server/ports/push.ts';
import { subscription } from '#tests/samples.ts';
import { HOUR, makeWorld, type World } from '#tests/world.ts';
import { undoneJob, type JobRun } from './undone-job.ts';
import { watched } from './watched.ts';
import { allTables } from '#tests/all-tables.ts';

/** Another moment than that of the rows of the cast. */
export const NOW = '2026-11-21T03:30:00.000Z';
export const at = (ms: number) => shifted(NOW, ms);

type Answer = PushOutcome | Promise<PushOutcome>;

/** Answers in the order of the script, and accepts after its end. */
export class ScriptedPush implements PushPort {
  close?: () => void;
  readonly script: Answer[] = [];
  readonly sent: { to: PushSubscription; message: PushMessage; envelope: any }[] = [];

  async send(to: PushSubscription, message: PushMessage): Promise<PushOutcome> {
    this.sent.push({ to, message, envelope: JSON.parse(message.payload) });
    return (await this.script.shift()) ?? { result: 'accepted', status: 201, detail: 'accepted' };
  }
  /** The last part of each address that a message went to. */
  get names(): string[] {
    return this.sent.map(({ to }) => to.endpoint.split('/').at(-1) ?? '');
  }
}

export interface DeliveryRun extends JobRun {
  job: Job;
  push: ScriptedPush;
  /** The number of deliveries that ended on their way. */
  wakes: number;
  /** Adds deliveries that are due; returns their ids. */
  add(...deliveries: Partial<DeliveryRow>[]): Promise<string[]>;
  addDevices(names: readonly string[], service?: string): Promise<string[]>;
  /** The deliveries in the order of these ids. */
  rows(ids: readonly string[]): Promise<DeliveryRow[]>;
  /** Runs the job once, until nothing is on its way; returns how many deliveries it began. */
  runs(): Promise<number>;
}

/** A world with phones of bob and alice, and four alarms of Acme that wait; Birch has one more. */
export interface Deliveries {
  world: World;
  phones: { bob: string; alice: string };
  alarms: string[];
  run<T>(work: (run: DeliveryRun) => Promise<T>, raising?: () => Promise<unknown> | null): Promise<T>;
}

export async function openDeliveries(engine: Engine): Promise<Deliveries> {
  const world = await makeWorld(engine);
  const phone = async (who: 'bob' | 'alice') =>
    String((await world[who].ask('PUT', '/push/subscription', subscription(who))).body.id);
  const phones = { bob: await phone('bob'), alice: await phone('alice') };
  await world.server.scheduler.stop();
  const mailed = { alarmEmails: true, emailConfirmedAt: NOW };
  await world.server.jobContext.write((unit) => unit.update('user', world.bob.id, mailed));
  for (const name of ['One', 'Two', 'Three'])
    await world.rosie.ask('POST', '/client/report', {
      system: await watched(world, name),
      event: 'failed',
      at: world.clock.now(),
    });
  const { body } = await world.alice.ask('GET', '/alarm');
  const others = (body as { id: string }[]).map(({ id }) => id);
  const cast = [world.acme.alarm, world.birch.alarm];
  const alarms = [world.acme.alarm, ...others.filter((id) => !cast.includes(id))];
  world.clock.set(NOW);
  const device = phones.bob;
  const first = { alarm: world.acme.alarm, user: world.bob.id, device, stage: 'new' as const };
  const run: Deliveries['run'] = (work, raising = () => null) =>
    undoneJob(world, async (given) => {
      const { unit } = given;
      await allTables(unit).deleteFrom('delivery').execute();
      await allTables(unit).deleteFrom('mail').execute();
      const push = new ScriptedPush();
      const job = deliveryJob(given.context, push, raising);
      const rows = async (ids: readonly string[]) => {
        const stored = await allTables(unit).selectFrom('delivery').selectAll().execute();
        return ids.map((id) => stored.find((row) => row.id === id)!);
      };
      const add = async (...deliveries: Partial<DeliveryRow>[]) => {
        const added = deliveries.map((values) => ({ ...newDelivery(unit, first), ...values }));
        await insertDeliveries(unit, added);
        return added.map(({ id }) => id);
      };
      const addDevices = async (names: readonly string[], service = 'https://push.example.com') => {
        const model = await allTables(unit)
          .selectFrom('device')
          .selectAll()
          .where('id', '=', device)
          .executeTakeFirstOrThrow();
        const added = names.map((name) => ({ ...model, id: `device ${name}`, endpoint: `${service}/${name}` }));
        await allTables(unit).insertInto('device').values(added).execute();
        return added.map(({ id }) => id);
      };
      const made: DeliveryRun = Object.assign(given, { job, push, wakes: 0, add, addDevices, rows, runs });
      async function runs(): Promise<number> {
        const begun = await job.run(() => void (made.wakes += 1));
        await job.working?.();
        return begun;
      }
      return work(made);
    });
  return { world, phones, alarms, run };
}

/** Deliveries of that age are given up, where the person asked for a test sooner. */
export const LONGEST = 4 * HOUR;
