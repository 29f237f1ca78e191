// The servers on one database: each says that it lives, and a client of one that went is not shown as connected.
import { shifted } from '#contract/time/calendar.ts';
import { clientCame, clientLost, type ClientBinding } from './entities/client/client.ts';
import { every } from './jobs/claim.ts';
import { noteAlive, noteStart } from './entities/system/downtime.ts';
import type { JobContext } from './jobs/context.ts';
import type { Job } from './jobs/scheduler.ts';
import type { Unit } from './pipeline/unit-of-work.ts';

const EVERY_MS = 30_000;
/** Three of its words were missed. */
const GONE_MS = 3 * EVERY_MS;
const SLICE = 200;

interface Nodes {
  /** Before the first client is let in. On a database of its own (`alone`) all clients of earlier runs are gone at once. */
  join(alone: boolean): Promise<void>;
  leave(): Promise<void>;
  job: Job;
}

/** @param clients who is connected to this node */
export function makeNodes({ services, write }: JobContext, clients: () => ClientBinding[]): Nodes {
  const id = services.node;
  const say = ({ db, now }: Unit) => db.insertInto('node').values({ id, seenAt: now }).execute();

  /** Says that this node lives; where the others gave it up (it slept), its clients are connected after all. */
  const renew = async (unit: Unit) => {
    const found = await unit.db.updateTable('node').set({ seenAt: unit.now }).where('id', '=', id).executeTakeFirst();
    if (found.numUpdatedRows > 0n) return;
    await say(unit);
    for (const client of clients()) await clientCame(unit, id, client);
  };

  const forgetGone = (unit: Unit) =>
    unit.db.deleteFrom('node').where('seenAt', '<', shifted(unit.now, -GONE_MS)).execute();

  /** Marks the clients of nodes that are gone; several nodes may do so at once, each system changes once. */
  const markGone = () =>
    write(async (unit) => {
      const gone = await unit
        .select('system')
        .select('id')
        .where('connected', '=', 1)
        .where('node', 'is not', null)
        .where('node', 'not in', unit.db.selectFrom('node').select('id'))
        .limit(SLICE)
        .execute();
      for (const system of gone) await clientLost(unit, system.id);
      return gone.length;
    });

  return {
    join: (alone) =>
      write(async (unit) => {
        if (alone) {
          await unit.db.deleteFrom('node').execute();
          await unit.db.updateTable('system').set({ connected: 0 }).where('connected', '=', 1).execute();
        }
        await say(unit);
        await noteStart(unit, services, alone);
      }),
    leave: () =>
      write(async (unit) => {
        await noteAlive(unit, services);
        await unit.db.deleteFrom('node').where('id', '=', id).execute();
      }),
    job: every(EVERY_MS, services.now, 'nodes', async () => {
      await write(async (unit) => {
        await noteAlive(unit, services);
        await renew(unit);
        await forgetGone(unit);
      });
      let marked = 0;
      for (let some = SLICE; some === SLICE; marked += some) some = await markGone();
      return marked;
    }),
  };
}
